import { createServer } from 'node:net';

/**
 * Returns a TCP port of 127.0.0.1 that is free now, for programs that cannot choose one: below the range of outgoing connections,
 * so that none of them takes it meanwhile, and none that a whole stack uses.
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
