// One device, one tab: two of them would write the same ledger, each without knowing of the other.

const NAME = "mingg";
const BEAT = "mingg-tab"; // who runs the device, and a sign of life; not among the ledger's keys
const ASKED = "mingg-tab-asked"; // a tab that waits asks for such a sign
const BEAT_MS = 1000;
const SILENT = 3; // times asked in vain, BEAT_MS each: that tab is gone
const SETTLE_MS = 200; // two tabs that begin at once have seen each other by then

const pause = (ms) => new Promise((resolve) => setTimeout(resolve, ms));

/**
 * Resolve once this tab is the one that may run, with a function that says whether it still is. waiting() is called if
 * another one has to end first; lost(), later, if another one has taken over meanwhile.
 */
export async function claim(waiting, lost) {
  if (navigator.locks) {
    try {
      await claimLock(waiting);
      return () => true;
    } catch (error) {
      console.info(`no locks: ${error}`);
    }
  }
  return claimBeat(waiting, lost); // such as over plain http from another machine
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
  let kept;
  try {
    kept = window.localStorage;
    kept.getItem(BEAT);
  } catch {
    return () => true; // no storage: nothing to share either
  }
  const own = Array.from(crypto.getRandomValues(new Uint8Array(8)), (byte) => byte.toString(16).padStart(2, "0")).join("");
  const holder = () => (kept.getItem(BEAT) || "").split(" ")[0];
  const write = (key, value) => {
    try {
      kept.setItem(key, value);
    } catch {
      // full: the ledger will say so; the new beat is as long as the old one, so it replaces it all the same
    }
  };
  let beats = 0;
  // The time is for pages of an earlier version. Here it only matters that a beat differs from the one before.
  const beat = () => write(BEAT, `${own} ${Date.now()} ${beats++ % 10}`);

  do {
    await released(kept, (count) => write(ASKED, `${own} ${count}`), waiting);
    beat();
    await pause(SETTLE_MS);
  } while (holder() && holder() !== own);
  kept.removeItem(ASKED);

  let over = false;
  const holds = () => {
    if (!over && holder() && holder() !== own) {
      over = true;
      clearInterval(pulse);
      lost();
    }
    return !over;
  };
  const pulse = setInterval(() => holds() && beat(), BEAT_MS);
  // Another tab takes over from a frozen one, which must notice before it does anything else.
  for (const name of ["visibilitychange", "resume"]) document.addEventListener(name, holds);
  window.addEventListener("storage", ({ key }) => {
    if (key === BEAT) holds();
    // In the background timers come once a minute, but whoever asks is answered at once.
    else if ((key === ASKED || key === null) && holds()) beat();
  });
  window.addEventListener("pagehide", () => {
    clearInterval(pulse);
    if (holder() === own) kept.removeItem(BEAT);
  });
  window.addEventListener("pageshow", (event) => {
    if (event.persisted) window.location.reload(); // back from the browser's memory, where it was not alive
  });
  return holds;
}

/**
 * Resolve once no tab runs the device: none says so, or the one that does has given no sign of life. Clocks are not
 * compared, for they can be set; and a computer that slept has not waited, so what counts is how often it was asked.
 */
async function released(kept, ask, waiting) {
  let inVain = 0, answered = false;
  for (let count = 0; inVain < SILENT; count++) {
    const before = kept.getItem(BEAT);
    if (!before) return;
    ask(count);
    await Promise.race([pause(BEAT_MS), changed(before, kept)]);
    const now = kept.getItem(BEAT);
    if (!now) return;
    if (now === before) {
      inVain++;
      continue;
    }
    if (!answered) waiting();
    answered = true;
    inVain = 0;
    await pause(BEAT_MS);
  }
}

/** Resolve when another tab has written a beat. */
function changed(before, kept) {
  return new Promise((resolve) => {
    const look = () => {
      if (kept.getItem(BEAT) === before) return;
      window.removeEventListener("storage", look);
      resolve();
    };
    window.addEventListener("storage", look);
  });
}
