import { once } from 'node:events';
import { connect, createServer, type NetConnectOpts, type Server, type Socket } from 'node:net';

/**
 * Joins every connection that arrives on `listener` to a new connection to `target`, bytes unread. When the target
 * cannot be reached the caller's connection is reset, as by a host that is there while its server is not.
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

/** Ends a connection so that its far end sees an error and never a complete answer. Unix sockets just close. */
function reset(socket: Socket): void {
  if (socket.destroyed) return;
  if (socket.remoteFamily === undefined) socket.destroy();
  else socket.resetAndDestroy();
}
