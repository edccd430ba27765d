import { once } from 'node:events';
import { connect, createServer, type NetConnectOpts, type Server, type Socket } from 'node:net';

/**
 * Forwards every connection on `listener` to a new connection to `target`. If the target is unreachable, resets the client's connection,
 * like a host without a listening server.
 */
export async function startRelay(
  listener: { host: string; port: number } | { path: string },
  target: NetConnectOpts,
): Promise<{ server: Server; connections: ReadonlySet<Socket> }> {
  const connections = new Set<Socket>();
  const server = createServer({ allowHalfOpen: true }, (client) => {
    const upstream = connect({ ...target, allowHalfOpen: true });
    for (const [one, other] of [
      [client, upstream],
      [upstream, client],
    ] as const) {
      connections.add(one);
      one.pipe(other);
      one.on('error', () => reset(other));
      one.on('close', () => {
        connections.delete(one);
        // A client that has closed its connection gets no response.
        if (!one.readableEnded) reset(other);
      });
    }
  });
  server.listen(listener);
  await once(server, 'listening');
  return { server, connections };
}

/** Ends a connection with an error, so that the peer does not see a complete response. Unix sockets are only closed. */
function reset(socket: Socket): void {
  if (socket.destroyed) return;
  if (socket.remoteFamily === undefined) socket.destroy();
  else socket.resetAndDestroy();
}
