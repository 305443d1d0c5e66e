// The six keys: turns mouse, touch, keyboard and assistive technology into masks for the firmware's debouncer.

const LEFT = 0, RIGHT = 1, UP = 2, DOWN = 3, A = 4, B = 5;
const TYPED = {
  ArrowLeft: LEFT, ArrowRight: RIGHT, ArrowUp: UP, ArrowDown: DOWN,
  Enter: A, " ": A, a: A, A: A, Backspace: B, Escape: B, b: B, B: B,
};
// Each mask lasts at least this long, because a click may be shorter than the debouncer's three samples, and timers are
// late.
const LEAST_MS = 40;
const LEAST_SAMPLES = 4;
const EARLY_MS = 5; // longer than the debouncer's EARLY_MS, within which it ignores a second sample
const OWN_CLICK_MS = 500; // a click within this time after a pointer was lifted belongs to the pointer
const WAITING = 32; // masks in the queue; if it is full, presses are dropped, but never the final state

export class Keys {
  constructor(device) {
    this.device = device;
    this.buttons = new Map([...device.querySelectorAll("[data-key]")].map((b) => [Number(b.dataset.key), b]));
    this.held = new Map(); // pointer or keyboard key -> the device's key that it holds down
    this.queue = []; // masks, and letters to type
    this.types = false; // letters of the keyboard type
    this.mask = 0; // the one that is being sampled
    this.since = 0;
    this.samples = 0;
    this.counted = -Infinity; // when the last sample was taken
    this.listen();
  }

  /** Returns the mask of keys to sample now. keysOf(letter): the keys that type a letter. */
  sample(now, keysOf) {
    if (now - this.counted < EARLY_MS) return this.mask;
    this.counted = now;
    if (this.queue.length && this.samples >= LEAST_SAMPLES && now - this.since >= LEAST_MS) {
      while (typeof this.queue[0] === "string") {
        this.queue.splice(0, 1, ...keysOf(this.queue[0]).flatMap((key) => [1 << key, 0]));
      }
      if (this.queue.length) {
        this.mask = this.queue.shift();
        this.samples = 0;
      }
    }
    if (this.samples++ === 0) this.since = now;
    return this.mask;
  }

  press(source, key) {
    this.held.set(source, key);
    this.changed();
  }

  release(source) {
    if (this.held.delete(source)) this.changed();
  }

  releaseAll() {
    this.held.clear();
    this.changed();
  }

  tap(key) {
    this.press("tap", key);
    this.release("tap");
  }

  /** Drops presses that were not sampled yet. */
  clear() {
    this.held.clear();
    this.queue = [];
    this.mask = 0;
    this.show(0);
  }

  changed() {
    let mask = 0;
    for (const key of this.held.values()) mask |= 1 << key;
    this.show(mask);
    const last = this.queue.length ? this.queue[this.queue.length - 1] : this.mask;
    if (mask === last) return;
    if (this.queue.length < WAITING) this.queue.push(mask);
    else this.queue[this.queue.length - 1] = mask;
  }

  show(mask) {
    for (const [key, button] of this.buttons) {
      const pressed = (mask & (1 << key)) !== 0;
      if (pressed === button.classList.contains("pressed")) continue;
      button.classList.toggle("pressed", pressed);
      // The ring fills only if holding the key does something else.
      button.classList.toggle("filling", pressed && button.classList.contains("holds"));
    }
  }

  listen() {
    for (const [key, button] of this.buttons) this.listenToButton(key, button);
    // A long touch on the device must not open a menu, select or drag.
    for (const name of ["contextmenu", "selectstart", "dragstart"]) {
      this.device.addEventListener(name, (event) => {
        if (!inNotice(event)) event.preventDefault();
      });
    }
    // Safari's name for a pinch. On a zoomed page it stays allowed, to zoom out.
    this.device.addEventListener("gesturestart", (event) => {
      if (!inNotice(event) && !zoomed()) event.preventDefault();
    });
    const tellZoomed = () => this.device.classList.toggle("zoomed", zoomed());
    window.visualViewport?.addEventListener("resize", tellZoomed);
    document.addEventListener("pointerup", (event) => this.takeBack(event));
    window.addEventListener("keydown", (event) => this.typed(event));
    window.addEventListener("keyup", (event) => {
      this.release(event.code);
      // Firefox clicks a focused button when the space bar is released.
      if (event.key === " " && this.focused(event) !== undefined) event.preventDefault();
    });
    window.addEventListener("blur", () => this.releaseAll());
    document.addEventListener("visibilitychange", () => {
      if (document.hidden) this.releaseAll();
    });
  }

  listenToButton(key, button) {
    let lifted = -Infinity; // when a pointer left the key
    button.addEventListener("pointerdown", (event) => {
      if (event.button !== 0) return;
      button.setPointerCapture(event.pointerId);
      this.toDevice();
      this.press(event.pointerId, key);
    });
    button.addEventListener("pointerup", (event) => { lifted = event.timeStamp; });
    for (const name of ["pointerup", "pointercancel", "lostpointercapture"]) {
      button.addEventListener(name, (event) => this.release(event.pointerId));
    }
    // Prevents magnifier, zoom and mouse events of a touch.
    button.addEventListener("touchstart", (event) => event.preventDefault(), { passive: false });
    // A click on a key does not move the focus, so that Enter stays A.
    button.addEventListener("mousedown", (event) => event.preventDefault());
    button.addEventListener("click", (event) => {
      if (event.timeStamp - lifted > OWN_CLICK_MS) this.tap(key); // a click by a screen reader or by voice
    });
  }

  /** Gives the keyboard back to the device. */
  toDevice() {
    if (!document.querySelector("dialog[open]")) this.device.focus({ preventScroll: true });
  }

  /** Removes the focus from a button after a pointer was lifted from it. */
  takeBack(event) {
    if (!inNotice(event)) this.toDevice();
  }

  /** The device's key that has the focus after Tab. */
  focused(event) {
    const button = event.target.closest?.("[data-key]");
    return button ? Number(button.dataset.key) : undefined;
  }

  typed(event) {
    if (event.ctrlKey || event.altKey || event.metaKey) return;
    // The same keys scroll and answer the page's own messages.
    if (event.target.closest?.("#notice") || document.querySelector("dialog[open]")) return;
    if (this.types && [...event.key].length === 1 && !(event.key === " " && event.target.closest?.("button"))) {
      event.preventDefault();
      if (this.queue.length < WAITING && !event.repeat) this.queue.push(event.key);
      return;
    }
    let key = TYPED[event.key];
    if (event.key === "Enter" || event.key === " ") {
      const own = this.focused(event);
      if (own !== undefined) key = own;
      else if (event.target.closest?.("button")) return; // a button of the page itself
    }
    if (key === undefined) return;
    event.preventDefault();
    // After Tab to a button of the page, another key gives the keyboard back: the next Enter is A.
    if (event.target.closest?.("button.plain")) this.toDevice();
    if (!event.repeat) this.press(event.code, key);
  }
}

/** True if the event belongs to a message of the page itself. */
function inNotice(event) {
  return Boolean(event.target.closest?.("#notice"));
}

/** True if the user has zoomed the page. */
function zoomed() {
  return (window.visualViewport?.scale ?? 1) > 1.01;
}
