// What makes an application of the page: it works without its host, learns of new versions, and can be installed.

const LOOK_MS = 3600_000; // a page that is never closed asks this often at most

/** onNewer(): another version is here, and is used from the next start on. */
export function keepHere(onNewer) {
  const worker = navigator.serviceWorker; // not over plain http from another machine
  if (!worker) return;
  const folder = new URL(".", import.meta.url);
  const version = folder.pathname.split("/").at(-2);
  worker.addEventListener("message", (event) => {
    if (event.data.version !== version) onNewer();
  });
  worker.register(new URL("../sw.js", folder), { updateViaCache: "none" }).catch((error) => {
    console.info(`not kept for later: ${error}`);
  });
  let looked = Date.now();
  document.addEventListener("visibilitychange", () => {
    if (document.hidden || Date.now() - looked < LOOK_MS) return;
    looked = Date.now();
    worker.controller?.postMessage("look");
  });
  // Who installs it means the ledger to stay; the browser need not ask anybody.
  if (window.matchMedia("(display-mode: standalone)").matches) navigator.storage?.persist?.();
}

/** Show the button while the browser offers to install the page. */
export function offerToInstall(button) {
  let offer = null;
  window.addEventListener("beforeinstallprompt", (event) => {
    event.preventDefault();
    offer = event;
    button.hidden = false;
  });
  window.addEventListener("appinstalled", () => { button.hidden = true; });
  button.addEventListener("click", async () => {
    button.hidden = true;
    await offer?.prompt();
    offer = null;
  });
}
