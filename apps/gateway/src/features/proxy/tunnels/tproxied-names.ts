import { createSocket } from 'node:dgram';
import type { Engine } from '../engine.ts';
import { DnsConnection } from '../dns/dns-connection.ts';
import { openThrough, type TproxyListener, resolverAt } from './open-through-tunnel.ts';
import { reachHere } from '../egress/connect-target.ts';
import type { TproxiedTunnel } from './tproxied-tunnels.ts';

/** Forwards the tunnels' DNS queries over UDP to the resolver over TCP, by each tunnel's provider, which does not support UDP. */
export async function serveTproxiedNames(engine: Engine, place: TproxyListener): Promise<{ close(): void }> {
  const socket = createSocket('udp4');
  const lines = new Map<TproxiedTunnel, DnsConnection>();

  function lineOf(tunnel: TproxiedTunnel): DnsConnection {
    const known = lines.get(tunnel);
    if (known !== undefined) return known;
    const line = new DnsConnection(engine, tunnel.customer, () => lines.delete(tunnel));
    lines.set(tunnel, line);
    void openThrough(engine, tunnel, resolverAt(place), reachHere).then(
      (opened) => (opened.ok ? line.start(opened.value) : line.destroy()),
      () => line.destroy(),
    );
    return line;
  }

  socket.on('message', (query, { address, port }) => {
    const tunnel = engine.tunnels.find(address);
    if (tunnel === null) return;
    lineOf(tunnel).ask(query, (reply) => socket.send(reply, port, address, () => undefined));
  });
  await new Promise<void>((resolve, reject) => {
    socket.once('error', reject).bind(place.port, place.address, resolve);
  });
  // An answer that cannot be sent is lost, as datagrams are.
  socket.removeAllListeners('error').on('error', () => undefined);
  return {
    close() {
      socket.close();
      for (const line of lines.values()) line.destroy();
    },
  };
}
