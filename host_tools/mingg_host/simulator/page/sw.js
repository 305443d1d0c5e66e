// The page's service worker: stores the page and the files beside it, so that it starts offline. It never touches the ledger.

const SCOPE = self.registration.scope;
const LIST = new URL("files.json", SCOPE).href; // {"version": of the page, "files": {name: hash}}
const NAME = `mingg ${SCOPE}`; // other pages may be on the same host
const PATIENCE_MS = 3000; // if the host does not answer in this time, the stored page starts

/** Stores all that the host has, if it is another version. Throws if the host does not answer. */
async function store() {
  const answer = await fetch(LIST, { cache: "no-store" });
  if (answer.status === 404 || answer.status === 410) { // the host has another page there now, which must not be hidden
    await self.registration.unregister();
    await caches.delete(NAME);
  }
  const list = await answer.json();
  const cache = await caches.open(NAME);
  const before = await cache.match(LIST).then((kept) => kept?.json());
  if (before?.version === list.version) return;
  const changed = Object.keys(list.files).filter((name) => before?.files[name] !== list.files[name]);
  await cache.addAll(changed.map((name) => new Request(new URL(name, SCOPE), { cache: "no-cache" })));
  const page = await (await cache.match(SCOPE)).text();
  if (!page.includes(`data-version="${list.version}"`)) throw new Error("the host has only a part of it yet");
  // What the page before needs stays until the next version: a tab may just have opened it.
  const needed = [list, before].flatMap((each) => Object.keys(each?.files ?? {})).map((name) => new URL(name, SCOPE).href);
  for (const { url } of await cache.keys()) if (![LIST, ...needed].includes(url)) await cache.delete(url);
  await cache.put(LIST, new Response(JSON.stringify(list)));
  for (const client of await self.clients.matchAll()) client.postMessage({ version: list.version });
}

let storing = null; // the running store()

function storeOnce() {
  storing ||= store().finally(() => { storing = null; });
  return storing;
}

const stored = async (url) => (await caches.open(NAME)).match(url);

/** Returns the page: the host's if the host answers quickly, otherwise the stored one. */
async function page(event) {
  const looked = storeOnce().catch((error) => console.info(`the stored page stays in use: ${error.message}`));
  event.waitUntil(looked);
  await Promise.race([looked, new Promise((resolve) => setTimeout(resolve, PATIENCE_MS))]);
  return await stored(SCOPE) || fetch(event.request);
}

self.addEventListener("install", (event) => event.waitUntil(storeOnce().then(() => self.skipWaiting())));

self.addEventListener("activate", (event) => event.waitUntil(self.clients.claim()));

self.addEventListener("message", (event) => event.waitUntil(storeOnce().catch(() => {})));

self.addEventListener("fetch", (event) => {
  const { request } = event;
  const url = request.url.split(/[?#]/)[0];
  if (request.method !== "GET" || !url.startsWith(SCOPE) || url === LIST) return;
  const isPage = request.mode === "navigate" && (url === SCOPE || url === `${SCOPE}index.html`);
  event.respondWith(isPage ? page(event) : stored(url).then((kept) => kept || fetch(request)));
});
