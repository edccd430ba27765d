import { connect, type Socket } from 'node:net';

const INTERN_ATOM = 16;
const SEND_EVENT = 25;
const CLIENT_MESSAGE = 33;

/**
 * Simulates a window's close button, since there is no window manager: sends WM_DELETE_WINDOW (ICCCM §4.2.8.1) by the X protocol. `display`
 * is `:N`.
 */
export async function pressClose(display: string, window: number): Promise<void> {
  const socket = connect(`/tmp/.X11-unix/X${display.slice(1)}`);
  try {
    const read = reader(socket);
    const hello = Buffer.alloc(12);
    hello.write('l');
    hello.writeUInt16LE(11, 2);
    socket.write(hello);
    const response = await read(8);
    await read(response.readUInt16LE(6) * 4);
    const atom = async (name: string) => {
      socket.write(internAtom(name));
      return (await read(32)).readUInt32LE(8);
    };
    const protocols = await atom('WM_PROTOCOLS');
    const request = Buffer.alloc(44);
    request[0] = SEND_EVENT;
    request.writeUInt16LE(11, 2);
    request.writeUInt32LE(window, 4);
    request[12] = CLIENT_MESSAGE;
    request[13] = 32;
    request.writeUInt32LE(window, 16);
    request.writeUInt32LE(protocols, 20);
    request.writeUInt32LE(await atom('WM_DELETE_WINDOW'), 24);
    socket.write(request);
    // Replies come in the order of requests: after this reply the message has been sent.
    await atom('WM_PROTOCOLS');
  } finally {
    socket.destroy();
  }
}

function internAtom(name: string): Buffer {
  const words = 2 + Math.ceil(name.length / 4);
  const request = Buffer.alloc(words * 4);
  request[0] = INTERN_ATOM;
  request.writeUInt16LE(words, 2);
  request.writeUInt16LE(name.length, 4);
  request.write(name, 8, 'latin1');
  return request;
}

/** Returns a function that reads the next bytes of a stream. */
function reader(socket: Socket): (length: number) => Promise<Buffer> {
  let held = Buffer.alloc(0);
  return async (length) => {
    while (held.length < length) {
      const piece = await new Promise<Buffer>((resolve, reject) => {
        socket.once('data', resolve).once('error', reject);
      });
      held = Buffer.concat([held, piece]);
    }
    const taken = held.subarray(0, length);
    held = held.subarray(length);
    return taken;
  };
}
