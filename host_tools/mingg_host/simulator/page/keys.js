// The six keys: from mouse, touch, keyboard and assistive technology to masks for the firmware's debouncer.

const LEFT = 0, RIGHT = 1, UP = 2, DOWN = 3, A = 4, B = 5;
const TYPED = {
  ArrowLeft: LEFT, ArrowRight: RIGHT, ArrowUp: UP, ArrowDown: DOWN,
  Enter: A, " ": A, a: A, A: A, Backspace: B, Escape: B, b: B, B: B,
};
// A click may be shorter than the debouncer's three samples, and timers are late: each mask lasts this long at least.
const LEAST_MS = 40;
const LEAST_SAMPLES = 4;
const EARLY_MS = 5; // longer than the debouncer's EARLY_MS, within which it counts no second sample
const OWN_CLICK_MS = 500; // a click so soon after a pointer was lifted belongs to it
const WAITING = 32; // masks; beyond, presses are left out, never the state in which they end

export class Keys {
  constructor(device) {
    this.device = device;
    this.buttons = new Map([...device.querySelectorAll("[data-key]")].map((b) => [Number(b.dataset.key), b]));
    this.held = new Map(); // what holds it (a pointer, a key of the keyboard) -> key
    this.queue = [];
    this.mask = 0; // the one that is being sampled
    this.since = 0;
    this.samples = 0;
    this.counted = -Infinity; // when the last sample was taken
    this.listen();
  }

  /** The mask of keys to sample now. */
  sample(now) {
    if (now - this.counted < EARLY_MS) return this.mask;
    this.counted = now;
    if (this.queue.length && this.samples >= LEAST_SAMPLES && now - this.since >= LEAST_MS) {
      this.mask = this.queue.shift();
      this.samples = 0;
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

  /** Forget what was pressed and not sampled yet. */
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
      // The ring fills where the key means something else when it is held.
      button.classList.toggle("filling", pressed && button.classList.contains("holds"));
    }
  }

  listen() {
    for (const [key, button] of this.buttons) this.listenToButton(key, button);
    // A finger that rests on the device opens no menu, selects nothing and drags nothing.
    for (const name of ["contextmenu", "selectstart", "dragstart"]) {
      this.device.addEventListener(name, (event) => {
        if (!inNotice(event)) event.preventDefault();
      });
    }
    // Safari's own name for a pinch. While the page is zoomed a pinch leads back.
    this.device.addEventListener("gesturestart", (event) => {
      if (!inNotice(event) && !zoomed()) event.preventDefault();
    });
    const tellZoomed = () => this.device.classList.toggle("zoomed", zoomed());
    window.visualViewport?.addEventListener("resize", tellZoomed);
    document.addEventListener("pointerup", (event) => this.takeBack(event));
    window.addEventListener("keydown", (event) => this.typed(event));
    window.addEventListener("keyup", (event) => {
      this.release(event.code);
      // Firefox clicks a focused button when the space bar comes up.
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
    // No magnifier, no zoom, and no mouse that follows the finger.
    button.addEventListener("touchstart", (event) => event.preventDefault(), { passive: false });
    // A click on a key leaves the focus with the device, so that Enter stays A.
    button.addEventListener("mousedown", (event) => event.preventDefault());
    button.addEventListener("click", (event) => {
      if (event.timeStamp - lifted > OWN_CLICK_MS) this.tap(key); // a screen reader's, or a voice's
    });
  }

  /** The keys of the keyboard are the device's again, whatever was pressed before. */
  toDevice() {
    if (!document.querySelector("dialog[open]")) this.device.focus({ preventScroll: true });
  }

  /** A pointer was lifted: what it pressed keeps the focus no longer. */
  takeBack(event) {
    if (!inNotice(event)) this.toDevice();
  }

  /** The device's key that has the focus, by Tab. */
  focused(event) {
    const button = event.target.closest?.("[data-key]");
    return button ? Number(button.dataset.key) : undefined;
  }

  typed(event) {
    if (event.ctrlKey || event.altKey || event.metaKey) return;
    // What the page itself has to say is scrolled, and answered, with the same keys.
    if (event.target.closest?.("#notice") || document.querySelector("dialog[open]")) return;
    let key = TYPED[event.key];
    if (event.key === "Enter" || event.key === " ") {
      const own = this.focused(event);
      if (own !== undefined) key = own;
      else if (event.target.closest?.("button")) return; // one of the page's own
    }
    if (key === undefined) return;
    event.preventDefault();
    // Whoever plays on after Tab led to a button of the page: the next Enter is A.
    if (event.target.closest?.("button.plain")) this.toDevice();
    if (!event.repeat) this.press(event.code, key);
  }
}

/** Whether something happens in what the page itself has to say. */
function inNotice(event) {
  return Boolean(event.target.closest?.("#notice"));
}

/** Whether somebody has made the page larger to read it. */
function zoomed() {
  return (window.visualViewport?.scale ?? 1) > 1.01;
}
