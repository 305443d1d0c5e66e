// The dialog with help: manual, quick card, and how to get a device of one's own.

export function offerGuide() {
  const find = (selector) => document.querySelector(selector);
  find("#help").addEventListener("click", () => find("#guide").showModal());
  find("#guide-close").addEventListener("click", () => find("#guide").close());
}
