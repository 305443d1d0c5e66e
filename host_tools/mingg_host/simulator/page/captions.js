// What the six keys do now, written on them: the words are those of the firmware's page of keys.

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
      const { tapped, held } = words.get(key);
      const does = button.querySelector(".does");
      does.lang = language;
      does.replaceChildren(...part("tapped", tapped), ...part("held", held));
      button.classList.toggle("nothing", tapped.length + held.length === 0);
      button.classList.toggle("holds", held.length > 0);
      button.classList.remove("filling"); // the key was held for another screen
    }
  }
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
