import { readFile } from 'node:fs/promises';
import { createServer } from 'node:net';

/** Returns an unused TCP port of the loopback. */
export function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer();
    server.once('error', reject);
    server.listen(0, '127.0.0.1', () => {
      const address = server.address();
      server.close(() => resolve(typeof address === 'object' && address !== null ? address.port : 0));
    });
  });
}

/**
 * Whether a user's program listens on a port of 127.0.0.1: another program may have taken the port first. It is looked up without a
 * connection, which would be forwarded to the gateway.
 */
export async function listens(port: number, user: number): Promise<boolean> {
  const table = await readFile('/proc/self/net/tcp', 'utf8');
  const local = `0100007F:${port.toString(16).toUpperCase().padStart(4, '0')}`;
  return table.split('\n').some((line) => {
    const [, address, , state, , , , uid] = line.trim().split(/\s+/);
    return address === local && state === listening && Number(uid) === user;
  });
}

/** TCP_LISTEN of Linux's include/net/tcp_states.h. */
const listening = '0A';
