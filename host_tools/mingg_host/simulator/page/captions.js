// What the six keys do now, written on them: the words are those of the firmware's page of keys.

import { make, say } from "./text.js";

const SVG = "http://www.w3.org/2000/svg";
const LEAST_LETTER = 11; // CSS pixels: letters are made no smaller
const STEP = 0.5;
const LINES = 3.4; // room for words below a round key, in heights of a letter

export class Captions {
  /** buttons: by the number of their key. */
  constructor(buttons) {
    this.buttons = buttons;
    this.shown = "";
    for (const [key, button] of buttons) addParts(key, button);
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

  /** If the words do not fit, makes letters smaller, then leaves out the arrow, then the words of the held key: the ring
   * shows that there are some, and the page of keys has them. */
  fit() {
    for (const button of this.buttons.values()) {
      const does = button.querySelector(".does");
      does.style.fontSize = "";
      const held = does.querySelector(".tapped ~ .held");
      held?.classList.remove("unseen");
      button.classList.remove("tight");
      const usual = parseFloat(getComputedStyle(does).fontSize);
      const room = roomOn(button, usual);
      for (let size = usual; size > LEAST_LETTER && spills(does, room); size -= STEP) does.style.fontSize = `${size - STEP}px`;
      if (spills(does, room)) button.classList.add("tight"); // the words replace the arrow
      if (spills(does, roomOn(button, usual))) held?.classList.add("unseen");
    }
  }
}

/** What all keys have: a place for the words, which describe the key, and the ring. */
function addParts(key, button) {
  const does = make("span");
  does.className = "does";
  does.id = `does-${key}`;
  button.setAttribute("aria-describedby", does.id);
  const ring = document.createElementNS(SVG, "svg");
  ring.classList.add("ring");
  ring.setAttribute("aria-hidden", "true");
  const edge = ring.appendChild(document.createElementNS(SVG, "rect"));
  for (const [name, value] of [["width", "100%"], ["height", "100%"], ["pathLength", "1"]]) edge.setAttribute(name, value);
  button.append(does, ring);
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

/** The elements for the words of a tapped or held key; none if there are no words. */
function part(kind, words) {
  if (!words.length) return [];
  const element = make("span", words.join(", ").replace(/(\d)-(\d)/g, "$1\u2060-\u2060$2")); // "2-8" stays on a line
  element.className = kind;
  if (kind === "tapped") return [element];
  // On the screen a ring shows it. Screen readers need words.
  const heard = make("span", `; ${say("held")} `);
  heard.className = "unseen";
  return [heard, element];
}
