import type { Server } from 'node:http';

/** Listens at HOST and PORT, and ends with SIGINT or SIGTERM, also with open connections. */
export function serveUntilEnded(server: Server, { HOST, PORT }: NodeJS.ProcessEnv): void {
  server.listen(Number(PORT), HOST);
  for (const signal of ['SIGINT', 'SIGTERM'] as const)
    process.once(signal, () => {
      server.close();
      server.closeAllConnections();
    });
}
