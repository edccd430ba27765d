import { createSocket, type Socket as DatagramSocket } from 'node:dgram';
import { once } from 'node:events';
import type { Socket } from 'node:net';
import { type ExitConnections, type LocationExit, nextProxyPort } from './exit-connections.ts';
import { sendAndClose, socksReplies, socksReply } from './proxy-protocol.ts';
import { readSocksAddress, writeSocksAddress } from './socks-address.ts';

/** Maximum number of local ports that are tried for a socket. */
const maxPorts = 16;
/** Maximum number of names of an association whose addresses are kept. */
const maxNames = 256;

/**
 * Serves UDP ASSOCIATE (RFC 1928 §7) until the program's connection ends: datagrams of the first port on the loopback that sends one leave
 * at the location. Fragments are dropped.
 */
export async function associate(client: Socket, location: string, outgoing: ExitConnections): Promise<void> {
  const exit = outgoing.exitOf(location);
  if (exit === null) return sendAndClose(client, socksReply(socksReplies.networkUnreachable));
  const inside = createSocket('udp4');
  const outside = { 4: await openOutside(exit, 4), 6: await openOutside(exit, 6) };
  const sockets = [inside, outside[4], outside[6]].filter((socket) => socket !== null);
  const forget = outgoing.depend({ location, exit, end: () => client.destroy() });
  const close = (): void => {
    forget();
    for (const socket of sockets) socket.close();
  };
  inside.on('error', () => client.destroy());
  inside.bind(0, '127.0.0.1');
  await once(inside, 'listening').catch(() => undefined);
  if (client.destroyed) return close();
  client.once('close', close);
  let program: number | null = null;
  const addresses = new Map<string, Promise<string | null>>();

  async function addressOf(host: string): Promise<string | null> {
    const found = await outgoing.addressesOf(location, host);
    return typeof found === 'string' ? null : (found[0] ?? null);
  }

  inside.on('message', (message, { port }) => {
    program ??= port;
    if (port !== program) return;
    const to = message[2] === 0 ? readSocksAddress(message, 3) : null;
    if (to === null || to.port === 0) return;
    if (addresses.size >= maxNames && !addresses.has(to.host)) addresses.clear();
    const address = addresses.get(to.host) ?? addressOf(to.host);
    addresses.set(to.host, address);
    void address.then((found) => {
      if (found === null) addresses.delete(to.host);
      if (found === null || client.destroyed) return;
      outside[found.includes(':') ? 6 : 4]?.send(message.subarray(to.end), to.port, found, () => undefined);
    });
  });
  for (const socket of [outside[4], outside[6]])
    socket?.on('message', (message, { address, port }) => {
      if (program === null) return;
      const head = [Buffer.alloc(3), writeSocksAddress(address, port), message];
      inside.send(Buffer.concat(head), program, '127.0.0.1', () => undefined);
    });
  client.resume();
  client.write(
    Buffer.concat([
      Buffer.of(5, socksReplies.succeeded, 0),
      writeSocksAddress('127.0.0.1', inside.address().port),
    ]),
  );
}

/** A socket with our address in the tunnel; null without one. */
async function openOutside(exit: LocationExit, family: 4 | 6): Promise<DatagramSocket | null> {
  for (let tries = 0; tries < maxPorts; tries += 1) {
    const socket = createSocket({ type: family === 4 ? 'udp4' : 'udp6', ipv6Only: family === 6 });
    socket.bind({ port: nextProxyPort(), address: family === 4 ? exit.ipv4 : exit.ipv6, exclusive: true });
    const isOpen = await once(socket, 'listening').then(
      () => true,
      () => false,
    );
    socket.on('error', () => undefined);
    if (isOpen) return socket;
    socket.close();
  }
  return null;
}
