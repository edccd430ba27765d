import { createServer } from 'node:net';

/**
 * A TCP port of 127.0.0.1 that is free now, for what cannot be told to take any: below the range that outgoing connections take theirs
 * from, so that none of them is in the way a moment later, and none that a whole stack takes.
 */
export async function freePort(): Promise<number> {
  for (;;) {
    const port = 20_008 + 10 * Math.floor(Math.random() * 1_000);
    if (await isFree(port)) return port;
  }
}

function isFree(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const server = createServer();
    server.once('error', () => resolve(false));
    server.listen({ host: '127.0.0.1', port }, () => server.close(() => resolve(true)));
  });
}
