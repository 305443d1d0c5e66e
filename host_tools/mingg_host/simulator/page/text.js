// The page's own texts, in the language of the device. They are in the catalogues of the firmware, and the page contains them.

export const find = (selector) => document.querySelector(selector);

/** Returns a new element with content: texts and elements. */
export function make(name, ...content) {
  const element = document.createElement(name);
  element.append(...content);
  return element;
}

/** By language, then by key. Without a page, as in a test, a text is its key. */
const TEXTS = globalThis.document?.querySelector("#texts") ? JSON.parse(find("#texts").textContent) : {};
const ENGLISH = "en";
const attribute = (name) => (element, text) => element.setAttribute(name, text);
const LABELS = { say: (element, text) => { element.textContent = text; }, label: attribute("aria-label"), alt: attribute("alt") };

let spoken = ENGLISH;

/** Returns a text. words: for its places, in their order. Of a text "%s deal ~ %s deals", the first form is for the number 1. */
export function say(key, ...words) {
  const text = TEXTS[spoken]?.[key] ?? TEXTS[ENGLISH]?.[key] ?? [key, ...words].join(" ");
  return text.split(" ~ ").at(words[0] === 1 ? 0 : -1).replace(/%s/g, () => words.shift());
}

/** Lets an element say another text, in each language. */
export function retell(element, key) {
  element.setAttribute("data-say", key);
  LABELS.say(element, say(key));
}

/** Returns the languages that the page knows: [name of the file, own name]. */
export const languages = () => Object.entries(TEXTS).map(([name, texts]) => [name, texts.language]);

/** Shows the page in a language, or in English. Returns true if it was another one before. */
export function speak(language) {
  const known = TEXTS[language] ? language : ENGLISH;
  const changes = known !== spoken || document.documentElement.lang !== known;
  if (!changes) return false;
  spoken = document.documentElement.lang = known;
  for (const link of document.querySelectorAll("[href^='sample.']")) link.setAttribute("href", `sample.${known}.html`); // see website.py
  for (const [name, put] of Object.entries(LABELS)) {
    for (const element of document.querySelectorAll(`[data-${name}]`)) put(element, say(element.getAttribute(`data-${name}`)));
  }
  return true;
}
