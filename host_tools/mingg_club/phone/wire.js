// Websockets of the firmware's link to a club. The firmware asks for bytes whenever it has time.

const MOST_WAITING = 2 ** 20; // bytes: the firmware reads far more slowly than an attacker could send
const MOST_UNSENT = 2 ** 16;

const sockets = new Map(); // number -> { socket, came: [Uint8Array], waiting }
let lastSocket = 0;

/** Begins to connect. Returns a number, or 0 if the browser refuses. */
export function dial(address) {
  let socket;
  try {
    socket = new WebSocket(address, ["mqtt"]);
  } catch (error) {
    console.info(`${address}: ${error.message}`);
    return 0;
  }
  const wire = { socket, came: [], waiting: 0 };
  socket.binaryType = "arraybuffer";
  socket.addEventListener("message", ({ data }) => {
    wire.waiting += data.byteLength;
    if (wire.waiting <= MOST_WAITING) wire.came.push(new Uint8Array(data));
    else socket.close(); // also after a text, which MQTT forbids: it has no byteLength
  });
  sockets.set(++lastSocket, wire);
  return lastSocket;
}

/** 1: open, 0: being connected, -1: closed. */
export function wired(number) {
  const { readyState = WebSocket.CLOSED } = sockets.get(number)?.socket || {};
  if (readyState === WebSocket.CONNECTING) return 0;
  return readyState === WebSocket.OPEN ? 1 : -1;
}

/** Calls put(i, byte) for each byte that has come, at most `room`. Returns their number, or -1 after the last one if the socket
 * is closed. */
export function receive(number, room, put) {
  const wire = sockets.get(number);
  const bytes = wire?.came[0];
  if (!bytes) return wired(number) > 0 ? 0 : -1;
  const count = Math.min(room, bytes.length);
  for (let i = 0; i < count; i++) put(i, bytes[i]);
  wire.waiting -= count;
  if (count < bytes.length) wire.came[0] = bytes.subarray(count);
  else wire.came.shift();
  return count;
}

/** Sends get(i) for i below count. Returns how many bytes were taken: all, none, or -1 if the socket is closed. */
export function transmit(number, count, get) {
  if (wired(number) !== 1) return -1;
  const { socket } = sockets.get(number);
  if (socket.bufferedAmount > MOST_UNSENT) return 0;
  socket.send(Uint8Array.from({ length: count }, (_, i) => get(i)));
  return count;
}

export function hangUp(number) {
  sockets.get(number)?.socket.close();
  sockets.delete(number);
}

/** Closes all websockets, as a power cut does. */
export function hangUpAll() {
  for (const number of [...sockets.keys()]) hangUp(number);
}
