// Makes the page an application: it works offline, notices new versions, and the browser offers to install it.

const LOOK_MS = 3600_000; // an open page looks for new versions at most this often

/** onNewer(): called when another version is stored, which the next start uses. */
export function keepHere(onNewer) {
  const worker = navigator.serviceWorker; // missing over plain http from another machine
  if (!worker) return;
  worker.addEventListener("message", (event) => {
    if (event.data.version !== document.documentElement.dataset.version) onNewer();
  });
  worker.register("sw.js", { updateViaCache: "none" }).catch((error) => {
    console.info(`not stored for offline use: ${error}`);
  });
  let looked = Date.now();
  document.addEventListener("visibilitychange", () => {
    if (document.hidden || Date.now() - looked < LOOK_MS) return;
    looked = Date.now();
    worker.controller?.postMessage("look");
  });
}
