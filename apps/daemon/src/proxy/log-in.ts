import { connect, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import type { ProxyAccess } from './proxy-access.ts';

/** Timeout in ms for a connection to the proxy. */
const loginTimeout = 15_000;
/** Maximum time in ms until a gateway has received a new user, and the interval of the checks. */
const propagationTimeout = 3000;
const pause = 100;

/** A connection to the residential proxy; null if it does not accept one within `timeout` milliseconds. */
export function connectProxy({ host, port }: ProxyAccess, timeout = loginTimeout): Promise<Socket | null> {
  const socket = connect({ host, port, noDelay: true, timeout });
  return new Promise((resolve) => {
    socket.on('error', () => resolve(null));
    socket.once('timeout', () => socket.destroy());
    socket.once('close', () => resolve(null));
    socket.once('connect', () => {
      socket.setTimeout(0);
      resolve(socket);
    });
  });
}

/** Sends user name and password (RFC 1929) on behalf of the program. */
export async function logIn(socket: Socket, username: string, password: string): Promise<boolean> {
  const [name, secret] = [Buffer.from(username), Buffer.from(password)];
  socket.write(Buffer.of(5, 1, 2));
  if ((await readUntil(socket, () => 2, 2))?.[1] !== 2) return false;
  socket.write(Buffer.concat([Buffer.of(1, name.length), name, Buffer.of(secret.length), secret]));
  return (await readUntil(socket, () => 2, 2))?.[1] === 0;
}

/**
 * Waits until the proxy accepts a user who was just created: gateways receive it after the API's reply. Does not wait for an unreachable
 * proxy.
 */
export async function waitForUser(access: ProxyAccess): Promise<void> {
  const deadline = Date.now() + propagationTimeout;
  do {
    const socket = await connectProxy(access, propagationTimeout);
    if (socket === null) return;
    const silent = setTimeout(() => socket.destroy(), propagationTimeout);
    const isAccepted = await logIn(socket, access.username, access.password);
    clearTimeout(silent);
    socket.destroy();
    if (isAccepted) return;
    await sleep(pause);
  } while (Date.now() < deadline);
}

/**
 * Reads until `lengthOf` returns the length of the first message; further bytes stay in the socket. Null if the socket ends
 * before that, or after `longest` bytes without a result.
 */
export function readUntil(
  socket: Socket,
  lengthOf: (received: Buffer) => number | null,
  maxLength: number,
): Promise<Buffer | null> {
  let received: Buffer = Buffer.alloc(0);
  return new Promise((resolve) => {
    const settle = (message: Buffer | null): void => {
      socket.off('readable', onReadable).off('end', ended).off('close', ended);
      resolve(message);
    };
    const ended = (): void => settle(null);
    const onReadable = (): void => {
      for (let chunk = read(); chunk !== null; chunk = read()) {
        received = Buffer.concat([received, chunk]);
        const length = lengthOf(received);
        if (length !== null && length <= received.length) {
          if (length < received.length) socket.unshift(received.subarray(length));
          return settle(received.subarray(0, length));
        }
        if (received.length > maxLength) return settle(null);
      }
    };
    const read = (): Buffer | null => socket.read() as Buffer | null;
    socket.on('readable', onReadable).on('end', ended).on('close', ended);
    if (socket.destroyed) ended();
    else onReadable();
  });
}
