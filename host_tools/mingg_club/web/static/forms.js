// Sends actions to the host, and asks for what they need.

import { make } from "./night.js";

const meta = (key) => document.querySelector(`meta[name="${key}"]`).content;
const at = (id) => document.getElementById(id);
let fading = 0;
let fields = 0;

export function say(text) {
  at("said").textContent = text;
  clearTimeout(fading);
  fading = setTimeout(() => at("said").replaceChildren(), 7000);
}

async function post(path, value) {
  let answer;
  try {
    answer = await fetch(path, {
      method: "POST",
      headers: { "content-type": "application/json", "x-mingg-token": meta("token") },
      body: JSON.stringify(value),
    });
  } catch {
    throw new Error("The host does not answer. Nothing was done.");
  }
  const said = await answer.json().catch(() => ({}));
  if (answer.status === 401) location.reload();
  if (!answer.ok) throw new Error(said.error || `The host refused this (${answer.status}).`);
  return said;
}

export const send = (action) => post("/director/act", action).then((said) => say(said.done));
export const count = (value) => post("/director/count", value);
export const leave = () => post("/director/leave", {}).finally(() => location.assign("/director"));

// Sends an action without a form; the page says what became of it.
export const act = (action) => send(action).catch((error) => say(error.message));

export const button = (text, onclick, properties = {}) =>
  make("button", { type: "button", onclick, ...properties }, text);

// A field with its label. Returns [element, control].
export function field(label, control) {
  control.id ||= `field-${(fields += 1)}`;
  return make("div", { class: "field" }, make("label", { for: control.id }, label), control);
}

// options: [value, text] or [value, text, selected].
export const choice = (options, properties = {}) =>
  make(
    "select",
    properties,
    options.map(([value, text, selected]) => make("option", { value, selected }, text)),
  );

// Opens a form. content: elements; action(): returns the action, or throws an error with a text for the director.
export function ask(title, content, action, confirm) {
  const dialog = at("form");
  const said = make("p", { class: "said", role: "alert" });
  const submit = make("button", { type: "submit", class: "main" }, confirm || title);
  const form = make(
    "form",
    { novalidate: true },
    content,
    said,
    make(
      "div",
      { class: "buttons" },
      submit,
      button("cancel", () => dialog.close()),
    ),
  );
  // What was said is about the old content.
  form.addEventListener("input", () => {
    for (const each of form.querySelectorAll("[role=alert], [role=status]")) each.replaceChildren();
  });
  form.addEventListener("submit", async (event) => {
    event.preventDefault();
    said.textContent = "";
    submit.disabled = true;
    try {
      await send(action());
      dialog.close();
    } catch (error) {
      said.textContent = error.message;
    }
    submit.disabled = false;
  });
  dialog.replaceChildren(make("div", { class: "top" }, make("h2", { id: "form-title" }, title)), form);
  dialog.showModal();
  return dialog;
}

// The whole number in a control. Throws an error with a text for the director.
export function whole(control, what) {
  if (!/^\d{1,7}$/.test(control.value)) throw new Error(`${what}: enter a whole number.`);
  return Number(control.value);
}
