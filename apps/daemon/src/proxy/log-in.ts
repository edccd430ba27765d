import { connect, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import type { ProxyAccess } from './proxy-access.ts';

/** Milliseconds for the proxy to be there. */
const patience = 15_000;
/** Milliseconds that a gateway has to receive of a user who was just made, and between two questions. */
const newsTakes = 3000;
const pause = 100;

/** A connection to the residential proxy; null where it is not there within `timeout` milliseconds. */
export function reach({ host, port }: ProxyAccess, timeout = patience): Promise<Socket | null> {
  const far = connect({ host, port, noDelay: true, timeout });
  return new Promise((resolve) => {
    far.on('error', () => resolve(null));
    far.once('timeout', () => far.destroy());
    far.once('close', () => resolve(null));
    far.once('connect', () => {
      far.setTimeout(0);
      resolve(far);
    });
  });
}

/** User name and password of RFC 1929, in place of the program. */
export async function logIn(far: Socket, username: string, password: string): Promise<boolean> {
  const [name, secret] = [Buffer.from(username), Buffer.from(password)];
  far.write(Buffer.of(5, 1, 2));
  if ((await readUntil(far, () => 2, 2))?.[1] !== 2) return false;
  far.write(Buffer.concat([Buffer.of(1, name.length), name, Buffer.of(secret.length), secret]));
  return (await readUntil(far, () => 2, 2))?.[1] === 0;
}

/**
 * Waits until the proxy accepts a user who was just created: gateways receive it after the API's reply. Does not wait for an unreachable
 * proxy.
 */
export async function untilLetIn(access: ProxyAccess): Promise<void> {
  const latest = Date.now() + newsTakes;
  do {
    const far = await reach(access, newsTakes);
    if (far === null) return;
    const silent = setTimeout(() => far.destroy(), newsTakes);
    const isIn = await logIn(far, access.username, access.password);
    clearTimeout(silent);
    far.destroy();
    if (isIn) return;
    await sleep(pause);
  } while (Date.now() < latest);
}

/**
 * Reads until `lengthOf` returns the length of the first message; further bytes stay in the socket. Null if the socket ends
 * before that, or after `longest` bytes without a result.
 */
export function readUntil(
  socket: Socket,
  lengthOf: (received: Buffer) => number | null,
  longest: number,
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
        if (received.length > longest) return settle(null);
      }
    };
    const read = (): Buffer | null => socket.read() as Buffer | null;
    socket.on('readable', onReadable).on('end', ended).on('close', ended);
    if (socket.destroyed) ended();
    else onReadable();
  });
}
