import { createSocket } from 'node:dgram';
import type { Engine } from '../engine.ts';
import { DnsConnection } from '../dns/dns-connection.ts';
import { openByTunnelExit, type TproxyListener, resolverDestination } from './open-by-tunnel-exit.ts';
import { connectHere } from '../egress/connect-target.ts';
import type { ProviderTunnel } from './provider-tunnels.ts';

/** Forwards the tunnels' DNS queries, received over UDP, to the resolver over TCP through each tunnel's provider, which does not support UDP. */
export async function serveTunnelDns(engine: Engine, listener: TproxyListener): Promise<{ close(): void }> {
  const socket = createSocket('udp4');
  const connections = new Map<ProviderTunnel, DnsConnection>();

  function connectionOf(tunnel: ProviderTunnel): DnsConnection {
    const known = connections.get(tunnel);
    if (known !== undefined) return known;
    const connection = new DnsConnection(engine, tunnel.customer, () => connections.delete(tunnel));
    connections.set(tunnel, connection);
    void openByTunnelExit(engine, tunnel, resolverDestination(listener), connectHere).then(
      (opened) => (opened.ok ? connection.start(opened.value) : connection.destroy()),
      () => connection.destroy(),
    );
    return connection;
  }

  socket.on('message', (query, { address, port }) => {
    const tunnel = engine.tunnels.find(address);
    if (tunnel === null) return;
    connectionOf(tunnel).query(query, (reply) => socket.send(reply, port, address, () => undefined));
  });
  await new Promise<void>((resolve, reject) => {
    socket.once('error', reject).bind(listener.port, listener.address, resolve);
  });
  // A response that cannot be sent is lost, like any datagram.
  socket.removeAllListeners('error').on('error', () => undefined);
  return {
    close() {
      socket.close();
      for (const connection of connections.values()) connection.destroy();
    },
  };
}
