import { once } from 'node:events';
import { createServer, request } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A proxy whose requests have one source address: the API limits the calls of an address. */
export interface SourceProxy {
  readonly url: string;
  close(): void;
}

/** Starts a proxy to `target`, an origin, on the loopback interface. A response that breaks also breaks for its client. */
export async function startSourceProxy(target: string, address: string): Promise<SourceProxy> {
  const server = createServer((incoming, outgoing) => {
    const { method, url = '', headers } = incoming;
    const forwarded = request(
      `${target}${url}`,
      { method, headers: { ...headers, 'x-forwarded-for': address } },
      (response) => {
        outgoing.writeHead(response.statusCode ?? 0, response.headers);
        response.on('error', () => outgoing.destroy()).pipe(outgoing);
      },
    );
    forwarded.on('error', () => outgoing.destroy());
    outgoing.on('close', () => forwarded.destroy());
    incoming.pipe(forwarded);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close() {
      server.close();
      server.closeAllConnections();
    },
  };
}
