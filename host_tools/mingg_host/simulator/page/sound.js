// What the device sounds: a buzzer's plain tone. Browsers are silent until a key was pressed; the device is as well.

const LOUD = 0.04; // of full: a square wave carries far
const FADE_S = 0.004; // an edge without it is heard as a click

let context = null;
let buzzer = null;
let volume = null;

/** Sound at so many Hz from now on; 0 is silence. */
export function tone(hz) {
  if (!hz && !context) return;
  try {
    if (!context) begin();
    context.resume().catch(() => {}); // not before a key was pressed
    if (hz) buzzer.frequency.setValueAtTime(hz, context.currentTime);
    volume.gain.setTargetAtTime(hz ? LOUD : 0, context.currentTime, FADE_S);
  } catch (error) {
    console.info(`no sound: ${error}`); // a device without a buzzer
  }
}

function begin() {
  context = new AudioContext();
  volume = new GainNode(context, { gain: 0 });
  buzzer = new OscillatorNode(context, { type: "square" });
  buzzer.connect(volume).connect(context.destination);
  buzzer.start();
}
