// The 128x64 panel on a canvas: each panel pixel is one canvas pixel, shown as a whole number of screen pixels.

const WIDTH = 128;
const HEIGHT = 64;
const LIT = [0xe2, 0xf4, 0xff];
const DARK = 0xff0b0705; // ABGR, the order of ImageData in memory
const BRIGHT = 0xcf; // the contrast with full brightness
const LEAST_LIGHT = 0.45; // of the brightness, so that the screen is readable at any contrast
const WIDEST = 1024; // CSS pixels: a larger panel is no easier to read, and too far from the keys
const READABLE = 256; // CSS pixels: smaller only in a narrower window
const MARGIN = 6; // CSS pixels of cloth left and right of the device

export class Panel {
  constructor(canvas) {
    this.canvas = canvas;
    this.context = canvas.getContext("2d", { alpha: false });
    this.image = this.context.createImageData(WIDTH, HEIGHT);
    this.pixels = new Uint32Array(this.image.data.buffer);
    this.bytes = new Uint8Array(WIDTH * HEIGHT / 8);
    this.words = new Int32Array(this.bytes.buffer);
    this.clear();
  }

  /** Resets the panel, as when the device is switched on. */
  clear() {
    this.bytes.fill(0);
    this.shine(BRIGHT);
  }

  /** level: the contrast, 1 to 255. */
  shine(level) {
    const part = LEAST_LIGHT + (1 - LEAST_LIGHT) * Math.sqrt(Math.min(level, BRIGHT) / BRIGHT);
    this.lit = LIT.reduce((sum, light, i) => sum + Math.round(part * light) * 256 ** i, 0xff * 256 ** 3);
    this.draw();
  }

  /** Copies a MONO_VLSB frame from the VM. word(address): reads 32 bits. */
  read(word, address) {
    for (let i = 0; i < this.words.length; i++) this.words[i] = word(address + 4 * i);
    this.draw();
  }

  /** Returns the picture row by row: "1" for a lit pixel, "0" for a dark one. */
  rows() {
    let found = "";
    for (let y = 0; y < HEIGHT; y++) {
      for (let x = 0; x < WIDTH; x++) found += this.bytes[(y >> 3) * WIDTH + x] >> (y & 7) & 1;
    }
    return found;
  }

  draw() {
    for (let y = 0; y < HEIGHT; y++) {
      const page = (y >> 3) * WIDTH;
      const bit = 1 << (y & 7);
      for (let x = 0; x < WIDTH; x++) {
        this.pixels[y * WIDTH + x] = this.bytes[page + x] & bit ? this.lit : DARK;
      }
    }
    this.context.putImageData(this.image, 0, 0);
  }

  /** Makes the canvas as large as the window allows. Each pixel is a whole number of screen pixels. */
  fit() {
    const ratio = window.devicePixelRatio || 1;
    const root = document.documentElement;
    const desk = this.canvas.closest(".desk");
    const style = this.canvas.style;
    const widest = Math.min(WIDEST, root.clientWidth);
    const least = Math.max(1, Math.floor(Math.min(READABLE, widest) * ratio / WIDTH));
    let factor = Math.max(1, Math.floor(widest * ratio / WIDTH)) + 1;
    let fits = false;
    root.classList.add("fitting"); // an open sheet below the device is read by scrolling
    do {
      factor--;
      style.width = length(WIDTH * factor / ratio);
      style.height = length(HEIGHT * factor / ratio);
      const high = root.scrollHeight > root.clientHeight;
      // In a low window the page scrolls instead of becoming unreadable.
      fits = desk.scrollWidth <= root.clientWidth - 2 * MARGIN && (!high || factor <= least);
    } while (!fits && factor > 1);
    root.classList.remove("fitting");
    // It starts at a whole pixel of the screen. Otherwise one row may be wider than the others.
    style.left = style.top = "0";
    const { left, top } = this.canvas.getBoundingClientRect();
    style.left = `${Math.round(left * ratio) / ratio - left}px`;
    style.top = `${Math.round(top * ratio) / ratio - top}px`;
  }
}

/** Rounds up: browsers cut lengths to 64ths, and a panel that is a little too short would lose pixels. */
function length(pixels) {
  return `${Math.ceil(pixels * 64) / 64}px`;
}
