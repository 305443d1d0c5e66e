// What the six keys do now, written on them: the words are those of the firmware's page of keys.

const LEAST = 8; // CSS pixels: letters are made no smaller
const STEP = 0.5;
const LINES = 3.4; // room for words below a round key, in heights of a letter

export class Captions {
  /** buttons: by the number of their key. */
  constructor(buttons) {
    this.buttons = buttons;
    this.shown = "";
  }

  /** lines: [[key, ...], held, word], as the firmware lists them; language: the one that the words are in. */
  show(lines, language) {
    const now = JSON.stringify([lines, language]);
    if (now === this.shown) return;
    this.shown = now;
    const words = new Map([...this.buttons.keys()].map((key) => [key, { tapped: [], held: [] }]));
    for (const [keys, held, word] of lines) {
      for (const key of keys) words.get(key)[held ? "held" : "tapped"].push(word);
    }
    for (const [key, button] of this.buttons) {
      const { tapped, held: all } = words.get(key);
      const held = all.filter((word) => !tapped.includes(word));
      const does = button.querySelector(".does");
      does.lang = language;
      does.replaceChildren(...part("tapped", tapped), ...part("held", held));
      button.classList.toggle("nothing", tapped.length + held.length === 0);
      button.classList.toggle("holds", held.length > 0);
      button.classList.remove("filling"); // the key was held for another screen
    }
    this.fit();
  }

  /** Makes letters smaller where there is no room for the words. */
  fit() {
    for (const button of this.buttons.values()) {
      const does = button.querySelector(".does");
      does.style.fontSize = "";
      const usual = parseFloat(getComputedStyle(does).fontSize);
      const room = roomOn(button, usual);
      for (let size = usual; size > LEAST && spills(does, room); size -= STEP) does.style.fontSize = `${size - STEP}px`;
    }
  }
}

/** How high words may be. */
function roomOn(button, letter) {
  const arrow = button.querySelector(".arrow");
  return arrow ? button.clientHeight - arrow.clientHeight : LINES * letter;
}

function spills(does, room) {
  return does.offsetHeight > room || [...does.children].some((words) => !words.matches(".unseen")
    && (words.scrollWidth > words.clientWidth + 1 || words.scrollHeight > words.clientHeight + 1));
}

/** The words of a key that is tapped or held; nothing where it has none. */
function part(kind, words) {
  if (!words.length) return [];
  const element = document.createElement("span");
  element.className = kind;
  element.textContent = words.join(", ");
  if (kind === "tapped") return [element];
  // A ring says so to the eye.
  const heard = document.createElement("span");
  heard.className = "unseen";
  heard.lang = "en";
  heard.textContent = "; held: ";
  return [heard, element];
}
