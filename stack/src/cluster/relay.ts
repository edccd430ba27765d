import { rm } from 'node:fs/promises';
import { connect, createServer, type NetConnectOpts, type Server } from 'node:net';

/** An address of node:net: TCP, or the path of a unix socket. */
export type Endpoint = { readonly host: string; readonly port: number } | { readonly path: string };

/**
 * Accepts connections at one endpoint and passes their bytes to another. Two relays joined by a unix socket lead into a network namespace,
 * without an interface on the machine.
 */
export async function startRelay(from: Endpoint, to: Endpoint): Promise<Server> {
  const server = createServer({ allowHalfOpen: true }, (client) => {
    const target = connect({ ...to, allowHalfOpen: true } as NetConnectOpts);
    client.pipe(target).pipe(client);
    client.on('error', () => target.destroy());
    target.on('error', () => client.destroy());
  });
  if ('path' in from) await rm(from.path, { force: true });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(from, () => resolve());
  });
  return server;
}
