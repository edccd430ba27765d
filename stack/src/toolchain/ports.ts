import { createServer } from 'node:net';
import { portBlock } from '../addresses.ts';

/** Returns a currently free TCP port of 127.0.0.1 outside the port blocks of stacks, since another stack may be starting. */
export async function freePort(): Promise<number> {
  return (await search((first) => isFree(first + 9))) + 9;
}

/** Returns the first port of a currently free block for a whole stack, for tests and benchmarks besides a running stack. */
export function freePortBlock(): Promise<number> {
  return search(async (first) => {
    const free = await Promise.all(Object.values(portBlock(first)).map(isFree));
    return !free.includes(false);
  });
}

/** Below the ephemeral range, so that no outgoing connection takes the port. */
async function search(good: (port: number) => Promise<boolean>): Promise<number> {
  for (;;) {
    const port = 20_000 + 10 * Math.floor(Math.random() * 1_000);
    if (await good(port)) return port;
  }
}

/** Returns whether a server can listen on this TCP port of 127.0.0.1. */
export function isFree(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const server = createServer();
    server.once('error', () => resolve(false));
    server.listen({ host: '127.0.0.1', port }, () => server.close(() => resolve(true)));
  });
}
