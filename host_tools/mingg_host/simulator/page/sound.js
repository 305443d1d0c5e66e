// The device's buzzer: a plain tone. Browsers allow no sound before a key is pressed.

const LOUD = 0.04; // of full volume, because a square wave sounds loud
const FADE_S = 0.004; // without it the start and the end of a tone click

let context = null;
let buzzer = null;
let volume = null;

/** Starts a tone with this frequency in Hz; 0 stops it. */
export function tone(hz) {
  if (!hz && !context) return;
  try {
    if (!context) connect();
    context.resume().catch(() => {}); // fails before a key was pressed
    if (hz) buzzer.frequency.setValueAtTime(hz, context.currentTime);
    volume.gain.setTargetAtTime(hz ? LOUD : 0, context.currentTime, FADE_S);
  } catch (error) {
    console.info(`no sound: ${error}`); // a device without a buzzer
  }
}

function connect() {
  context = new AudioContext();
  volume = new GainNode(context, { gain: 0 });
  buzzer = new OscillatorNode(context, { type: "square" });
  buzzer.connect(volume).connect(context.destination);
  buzzer.start();
}
