// The page's service worker: stores whole editions of the page, so that the page starts offline and never mixes files of two
// editions. Most files of an edition are in a folder with the name of its version. The worker uses an edition when all its
// files are stored and match its list of hashes. It never touches the ledger.

const SCOPE = self.registration.scope;
const LIST = new URL("files.json", SCOPE).href;
const OURS = `mingg ${SCOPE} `; // the start of each cache name, because other pages may be on the same host
const IN_USE = `${OURS}in use`; // has the list of the edition in use
const PATIENCE_MS = 3000; // if the host does not answer in this time, the page starts with the stored edition
const PAGE = "./";

/** The host has another page there now, or none. The worker must not hide it. */
class Gone extends Error {}

async function inUse() {
  const answer = await (await caches.open(IN_USE)).match(LIST);
  return answer ? answer.json() : null;
}

/** Returns the host's current list, or null if the host does not answer. Throws Gone. */
async function fresh() {
  let answer;
  try {
    answer = await fetch(LIST, { cache: "no-store" });
  } catch {
    return null;
  }
  if (answer.status === 404 || answer.status === 410) throw new Gone();
  if (!answer.ok) return null;
  try {
    const list = await answer.json();
    if (list.mingg && list.version && list.files[PAGE]) return list;
  } catch {
    // some other page
  }
  throw new Gone();
}

async function hash(bytes) {
  const digest = new Uint8Array(await crypto.subtle.digest("SHA-256", bytes));
  return Array.from(digest, (byte) => byte.toString(16).padStart(2, "0")).join("");
}

/** Returns a file from the last edition if it is the same, otherwise from the host. */
async function bring(path, wanted, list, before) {
  const url = new URL(path, SCOPE).href;
  const same = before && Object.keys(before.files).find((each) => before.files[each] === wanted);
  if (same) {
    const kept = await caches.match(new URL(same, SCOPE).href, { cacheName: OURS + before.version });
    if (kept) return kept;
  }
  // The page may just have loaded a file of the edition's folder, so the browser's cache is tried first.
  const ways = path.startsWith(`${list.version}/`) ? ["default", "reload"] : ["no-store"];
  let answer, bytes;
  for (const cache of ways) {
    answer = await fetch(url, { cache });
    if (!answer.ok) throw new Error(`${path}: ${answer.status}`);
    bytes = await answer.arrayBuffer();
    if (await hash(bytes) === wanted) break;
    bytes = null;
  }
  if (!bytes) throw new Error(`${path} does not belong to the edition ${list.version}`);
  const headers = new Headers(answer.headers);
  for (const name of ["Content-Encoding", "Content-Length"]) headers.delete(name);
  return new Response(bytes, { headers });
}

/** Stores the host's edition if it is another one, and uses it from now on. Returns whether the host answered. */
async function look() {
  const list = await fresh();
  if (!list) return false;
  const before = await inUse();
  if (before?.version === list.version) return true;
  const cache = await caches.open(OURS + list.version);
  await Promise.all(Object.entries(list.files).map(async ([path, wanted]) => {
    // Files in the cache were checked before they were stored.
    const url = new URL(path, SCOPE).href;
    if (!await cache.match(url)) await cache.put(url, await bring(path, wanted, list, before));
  }));
  await (await caches.open(IN_USE)).put(LIST, new Response(JSON.stringify(list)));
  // A page of the last edition may still be loading.
  const keep = [IN_USE, OURS + list.version, OURS + before?.version];
  for (const name of await caches.keys()) {
    if (name.startsWith(OURS) && !keep.includes(name)) await caches.delete(name);
  }
  for (const client of await self.clients.matchAll()) client.postMessage({ version: list.version });
  return true;
}

let looking = null; // the running look()

function lookOnce() {
  looking ||= look().finally(() => { looking = null; });
  return looking;
}

async function fromHere(url) {
  const list = await inUse();
  const newest = list && await caches.match(url, { cacheName: OURS + list.version });
  if (newest) return newest;
  for (const name of await caches.keys()) {
    const kept = name.startsWith(OURS) && name !== IN_USE && await caches.match(url, { cacheName: name });
    if (kept) return kept;
  }
  return null;
}

/** Returns the page: the host's edition if the host answers quickly, otherwise the stored one. */
async function page(event) {
  const looked = lookOnce();
  event.waitUntil(looked.catch(() => {}));
  try {
    await Promise.race([looked, new Promise((resolve) => setTimeout(resolve, PATIENCE_MS))]);
  } catch (error) {
    if (error instanceof Gone) {
      await self.registration.unregister();
      return fetch(event.request);
    }
    console.info(`the stored edition stays in use: ${error.message}`);
  }
  return await fromHere(SCOPE) || fetch(event.request);
}

self.addEventListener("install", (event) => {
  event.waitUntil(lookOnce().then((asked) => {
    if (!asked) throw new Error("the host does not answer");
    return self.skipWaiting();
  }));
});

self.addEventListener("activate", (event) => event.waitUntil(self.clients.claim()));

self.addEventListener("message", (event) => event.waitUntil(lookOnce().catch(() => {})));

self.addEventListener("fetch", (event) => {
  const { request } = event;
  const url = request.url.split(/[?#]/)[0];
  if (request.method !== "GET" || !url.startsWith(SCOPE) || url === LIST) return;
  if (request.mode === "navigate" && (url === SCOPE || url === `${SCOPE}index.html`)) {
    event.respondWith(page(event));
  } else {
    event.respondWith(fromHere(url).then((kept) => kept || fetch(request)));
  }
});
