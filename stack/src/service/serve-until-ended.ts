import type { Server } from 'node:http';

/** Listens at HOST and PORT. SIGINT or SIGTERM ends the server, also with open connections. */
export function serveUntilEnded(server: Server, { HOST, PORT }: NodeJS.ProcessEnv): void {
  server.listen(Number(PORT), HOST);
  for (const signal of ['SIGINT', 'SIGTERM'] as const)
    process.once(signal, () => {
      server.close();
      server.closeAllConnections();
    });
}
