import { once } from 'node:events';
import { connect, createServer, type Server, type Socket } from 'node:net';
import type { Endpoint } from '@comet/foundation';

/** Limits of forwarded connections; the clients' addresses are not known here. */
export interface ForwarderLimits {
  readonly connections: number;
  /** Bytes of one connection, both directions together. */
  readonly bytes: number;
  /** Milliseconds to connect to the control plane, without traffic, and in total. */
  readonly connect: number;
  readonly idle: number;
  readonly total: number;
}

const usualLimits: ForwarderLimits = {
  connections: 512,
  bytes: 256 * 1024 * 1024,
  connect: 5_000,
  idle: 60_000,
  total: 15 * 60_000,
};

/**
 * Forwards connections at a loopback port to the control plane, and nowhere else. The clients' TLS ends at the control plane, so the bridge
 * sees only its length. Nothing is logged. Resolves when it listens.
 */
export async function openForwarder(
  port: number,
  target: Endpoint,
  limits: ForwarderLimits = usualLimits,
): Promise<Server> {
  const server = createServer({ noDelay: true }, (client) => forward(client, target, limits));
  server.maxConnections = limits.connections;
  server.listen(port, '127.0.0.1');
  await once(server, 'listening');
  return server;
}

function forward(client: Socket, target: Endpoint, limits: ForwarderLimits): void {
  const upstream = connect({ ...target, noDelay: true });
  const end = (): void => {
    client.destroy();
    upstream.destroy();
  };
  const connecting = setTimeout(end, limits.connect);
  const total = setTimeout(end, limits.total);
  upstream.once('connect', () => clearTimeout(connecting));
  const count = (): void => {
    if (upstream.bytesRead + upstream.bytesWritten > limits.bytes) end();
  };
  for (const one of [client, upstream]) {
    one.setTimeout(limits.idle, end);
    one.on('data', count).on('error', end);
    one.once('close', () => {
      clearTimeout(connecting);
      clearTimeout(total);
      // Sends what the other end has not received yet.
      client.destroySoon();
      upstream.destroySoon();
    });
  }
  client.pipe(upstream).pipe(client);
}
