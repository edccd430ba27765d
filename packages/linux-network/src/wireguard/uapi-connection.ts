import { connect, type Socket } from 'node:net';
import { taskQueue } from '@comet/foundation';
import { uapiErrno } from './uapi.ts';

/** Longer than any request takes, also with ten thousand peers; a data plane without a response for that time has failed. */
const replyTimeout = 10_000;

export interface UapiConnection {
  /**
   * Sends one request and resolves with the reply. Requests wait for each other: wireguard-go loses a second `set` that arrives with the
   * first. A closed socket is opened again, and the lost request is repeated once, which is safe because every request is idempotent.
   * Rejects on an `errno` other than 0.
   */
  request(text: string): Promise<string>;
  close(): void;
}

/** Returns a connection to the UAPI socket at `path`. The socket is opened at the first request. */
export function uapiConnection(path: string): UapiConnection {
  const next = taskQueue();
  let socket: Socket | null = null;

  async function ready(): Promise<Socket> {
    if (socket !== null && !socket.destroyed && socket.readyState === 'open') return socket;
    socket = await connectUnix(path);
    return socket;
  }

  async function attempt(text: string): Promise<string> {
    const reply = await exchange(await ready(), text);
    const errno = uapiErrno(reply);
    if (errno !== 0) throw new UapiError(errno);
    return reply;
  }

  return {
    request: (text) =>
      next(() =>
        attempt(text).catch((error: unknown) => {
          socket?.destroy();
          socket = null;
          if (error instanceof SocketClosed) return attempt(text);
          throw error;
        }),
      ),
    close() {
      socket?.destroy();
      socket = null;
    },
  };
}

/** Connects to a Unix socket; rejects with ENOENT or ECONNREFUSED when no process listens. */
export function connectUnix(path: string): Promise<Socket> {
  return new Promise((resolve, reject) => {
    const socket = connect(path);
    socket.setEncoding('utf8');
    socket.once('error', reject);
    socket.once('connect', () => {
      socket.off('error', reject);
      socket.on('error', () => undefined);
      resolve(socket);
    });
  });
}

class SocketClosed extends Error {}

/** The data plane refused a request; `errno` is the kernel's error number. */
class UapiError extends Error {
  readonly errno: number;

  constructor(errno: number) {
    super(`wireguard: the data plane refused the change (errno ${errno})`);
    this.errno = errno;
  }
}

function exchange(socket: Socket, text: string): Promise<string> {
  return new Promise((resolve, reject) => {
    const chunks: string[] = [];
    let tail = '';
    const timer = setTimeout(
      () => finish(new Error('wireguard: the data plane does not respond')),
      replyTimeout,
    );
    const onData = (chunk: string): void => {
      chunks.push(chunk);
      tail = (tail + chunk).slice(-2);
      if (tail === '\n\n') finish(null);
    };
    const onClose = (): void => finish(new SocketClosed('wireguard: the data plane closed its socket'));
    function finish(error: Error | null): void {
      clearTimeout(timer);
      socket.off('data', onData).off('close', onClose);
      if (error === null) resolve(chunks.join(''));
      else reject(error);
    }
    socket.on('data', onData).on('close', onClose);
    socket.write(text);
  });
}
