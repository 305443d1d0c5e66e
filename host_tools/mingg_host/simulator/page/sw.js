// The page's service worker: keeps whole editions of the page, so that it starts without its host, and so that files
// of two editions are never mixed. Nearly all of an edition lies in a folder of its version's name; an edition is
// used once all of it is here, as its list of hashes says. The ledger is none of its business.

const SCOPE = self.registration.scope;
const LIST = new URL("files.json", SCOPE).href;
const OURS = `mingg ${SCOPE} `; // before each cache's name: other pages may share the host
const IN_USE = `${OURS}in use`; // holds the list of the edition in use
const PATIENCE_MS = 3000; // for a host that does not answer; then the page starts as it is here
const PAGE = "./";

/** The host has something else there by now, or nothing: nobody's page is to be kept from being seen. */
class Gone extends Error {}

async function inUse() {
  const answer = await (await caches.open(IN_USE)).match(LIST);
  return answer ? answer.json() : null;
}

/** The list as the host has it now; null where the host cannot be asked. */
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

/** A file, from the edition before if it is the same there, else from the host. */
async function bring(path, wanted, list, before) {
  const url = new URL(path, SCOPE).href;
  const same = before && Object.keys(before.files).find((each) => before.files[each] === wanted);
  if (same) {
    const kept = await caches.match(new URL(same, SCOPE).href, { cacheName: OURS + before.version });
    if (kept) return kept;
  }
  // What lies in the edition's folder may have been loaded by the page just now; if that is not it, once more.
  const ways = path.startsWith(`${list.version}/`) ? ["default", "reload"] : ["no-store"];
  let answer, bytes;
  for (const cache of ways) {
    answer = await fetch(url, { cache });
    if (!answer.ok) throw new Error(`${path}: ${answer.status}`);
    bytes = await answer.arrayBuffer();
    if (await hash(bytes) === wanted) break;
    bytes = null;
  }
  if (!bytes) throw new Error(`${path} is not of the edition ${list.version}`);
  const headers = new Headers(answer.headers);
  for (const name of ["Content-Encoding", "Content-Length"]) headers.delete(name);
  return new Response(bytes, { headers });
}

/** Bring the host's edition here, if it is another one, and use it from now on. Whether the host could be asked. */
async function look() {
  const list = await fresh();
  if (!list) return false;
  const before = await inUse();
  if (before?.version === list.version) return true;
  const cache = await caches.open(OURS + list.version);
  await Promise.all(Object.entries(list.files).map(async ([path, wanted]) => {
    // What is in the cache was checked when it was put there.
    const url = new URL(path, SCOPE).href;
    if (!await cache.match(url)) await cache.put(url, await bring(path, wanted, list, before));
  }));
  await (await caches.open(IN_USE)).put(LIST, new Response(JSON.stringify(list)));
  // A page of the edition before may still be loading.
  const keep = [IN_USE, OURS + list.version, OURS + before?.version];
  for (const name of await caches.keys()) {
    if (name.startsWith(OURS) && !keep.includes(name)) await caches.delete(name);
  }
  for (const client of await self.clients.matchAll()) client.postMessage({ version: list.version });
  return true;
}

let looking = null; // no two at once

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

/** The page: the host's edition where it can be had at once, else the one that is here. */
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
    console.info(`the edition that is here stays: ${error.message}`);
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
  if (request.mode === "navigate") {
    if (url === SCOPE || url === `${SCOPE}index.html`) event.respondWith(page(event));
  } else {
    event.respondWith(fromHere(url).then((kept) => kept || fetch(request)));
  }
});
