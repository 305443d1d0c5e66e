// One device, one tab: two of them would write the same ledger, each without knowing of the other.

const NAME = "mingg";
const BEAT = "mingg-tab"; // not among the ledger's keys
const BEAT_MS = 1000;
const SILENT_MS = 5000; // no sign of life for so long: that tab is gone

/**
 * Resolve once this tab is the one that may run. waiting() is called if another one has to end first; lost(), later,
 * if another one has taken over meanwhile.
 */
export async function claim(waiting, lost) {
  if (navigator.locks) {
    try {
      await claimLock(waiting);
      return;
    } catch (error) {
      console.info(`no locks: ${error}`);
    }
  }
  await claimBeat(waiting, lost); // such as over plain http from another machine
}

function claimLock(waiting) {
  const forever = new Promise(() => {}); // the browser releases the lock with the page
  return new Promise((resolve, reject) => {
    const hold = () => {
      resolve();
      return forever;
    };
    navigator.locks.request(NAME, { ifAvailable: true }, (lock) => {
      if (lock) return hold();
      waiting();
      navigator.locks.request(NAME, hold).catch(reject);
      return undefined;
    }).catch(reject);
  });
}

async function claimBeat(waiting, lost) {
  const own = `${Date.now()}.${Math.random()}`;
  let kept;
  try {
    kept = window.localStorage;
    kept.getItem(BEAT);
  } catch {
    return; // no storage: nothing to share either
  }
  const read = () => {
    const [id, time] = (kept.getItem(BEAT) || "").split(" ");
    return { id, alive: id && Date.now() - Number(time) < SILENT_MS };
  };
  const beat = () => {
    try {
      kept.setItem(BEAT, `${own} ${Date.now()}`);
    } catch {
      // full: the ledger will say so; the old beat, as long, is replaced when there is room
    }
  };
  const taken = () => {
    const { id, alive } = read();
    return alive && id !== own;
  };
  if (taken()) {
    waiting();
    while (taken()) await new Promise((resolve) => setTimeout(resolve, BEAT_MS));
  }
  beat();
  const pulse = setInterval(() => check() && beat(), BEAT_MS);
  const check = () => {
    if (!taken()) return true;
    clearInterval(pulse);
    lost();
    return false;
  };
  // A tab in the background beats so rarely that another one may start; it shall know before it writes anything.
  window.addEventListener("storage", (event) => event.key === BEAT && check());
  document.addEventListener("visibilitychange", check);
  window.addEventListener("pagehide", () => {
    clearInterval(pulse);
    if (read().id === own) kept.removeItem(BEAT);
  });
  window.addEventListener("pageshow", (event) => {
    if (event.persisted) window.location.reload(); // back from the browser's memory, where it was not alive
  });
}
