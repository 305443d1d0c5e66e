// What others add to this page: a program that serves it may put its own more.js in place of this one.

/** Called once when the page is there. restart(): switches the device off and on. fit(): call it after lines came or went. */
export function beginMore(_page) {}

/** Offers functions to the firmware that starts in this VM. Returns the firmware's module that uses them, "" for none. */
export function offerMore(_vm) {
  return "";
}

/** Called when the firmware stops. */
export function endMore() {}
