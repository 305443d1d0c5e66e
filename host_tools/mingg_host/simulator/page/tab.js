// Lets only one tab run the device. Two tabs would write into the same ledger without noticing each other.

const NAME = "mingg";
const BEAT = "mingg-tab"; // the tab that runs the device, with its heartbeat; outside the ledger's keys
const ASKED = "mingg-tab-asked"; // a waiting tab asks for a heartbeat
const BEAT_MS = 1000;
const SILENT = 3; // requests without an answer, BEAT_MS each, before a tab counts as closed
const SETTLE_MS = 200; // after this time, two tabs that started at once have seen each other

const pause = (ms) => new Promise((resolve) => setTimeout(resolve, ms));

/**
 * Resolves when this tab may run the device, with a function that returns whether it still may. waiting(): called if another
 * tab must close first. lost(): called later if another tab has taken over.
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
  return claimBeat(waiting, lost); // for example over plain http from another machine
}

function claimLock(waiting) {
  const forever = new Promise(() => {}); // the browser releases the lock when the page is closed
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
    return () => true; // without storage, tabs share nothing
  }
  const own = Array.from(crypto.getRandomValues(new Uint8Array(8)), (byte) => byte.toString(16).padStart(2, "0")).join("");
  const holder = () => (kept.getItem(BEAT) || "").split(" ")[0];
  const write = (key, value) => {
    try {
      kept.setItem(key, value);
    } catch {
      // The storage is full, which the ledger reports. A new beat has the same length as the old one, so it still fits.
    }
  };
  let beats = 0;
  const beat = () => write(BEAT, `${own} ${beats++ % 10}`); // each differs from the last

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
  // A frozen tab that another one has replaced must notice it before it does anything else.
  for (const name of ["visibilitychange", "resume"]) document.addEventListener(name, holds);
  window.addEventListener("storage", ({ key }) => {
    if (key === BEAT) holds();
    // In the background, timers run once a minute, but a request is answered at once.
    else if ((key === ASKED || key === null) && holds()) beat();
  });
  window.addEventListener("pagehide", () => {
    clearInterval(pulse);
    if (holder() === own) kept.removeItem(BEAT);
  });
  window.addEventListener("pageshow", (event) => {
    if (event.persisted) window.location.reload(); // the browser had frozen the page
  });
  return holds;
}

/**
 * Resolves when no tab runs the device: there is no heartbeat, or it does not answer. Counts requests instead of comparing
 * clocks, because a clock may be set, and a computer may sleep.
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

/** Resolves when another tab has written a heartbeat. */
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
