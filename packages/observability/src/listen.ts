import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Metrics } from './metrics.ts';

export interface MetricsListener {
  /** The port, also where 0 was given. */
  readonly port: number;
  close(): Promise<void>;
}

/** Serves `/metrics` on its own port; rejects with the system's error if the port is taken. */
export async function listenForScrapes(
  metrics: Metrics,
  where: { readonly host: string; readonly port: number },
): Promise<MetricsListener> {
  const server = createServer((request, response) => {
    if (request.method === 'GET' && request.url === '/metrics') metrics.respond(request, response);
    else response.writeHead(404).end();
  });
  server.listen(where.port, where.host);
  await once(server, 'listening');
  return {
    port: (server.address() as AddressInfo).port,
    async close() {
      const closed = once(server, 'close');
      server.close();
      server.closeAllConnections();
      await closed;
    },
  };
}
