import { createSocket, type Socket } from 'node:dgram';
import { isIp, isIpv6 } from '@comet/foundation';
import type { Engine } from './engine.ts';
import { plainAddress } from './plain-address.ts';
import type { Outlet, UpstreamOutlet } from './proxy-messages.ts';
import { askProvider } from './reach.ts';
import { readDatagram, writeDatagram } from './socks-frames.ts';
import { type Asked, associateSteps } from './upstream-handshake.ts';

export interface Peer {
  readonly address: string;
  readonly port: number;
}

/** Datagrams that leave by an exit. */
export interface FarDatagrams {
  reaches(address: string): boolean;
  /** One that cannot be sent is lost, as datagrams are. */
  send(payload: Buffer, to: Peer): void;
  /** `ended` when nothing goes this way any more. */
  start(take: (payload: Buffer, from: Peer) => void, ended: () => void): void;
}

/** What one association has opened, to be closed together. */
export class OpenSockets {
  readonly #closing: (() => void)[] = [];

  /** A socket at a port of the system's choice. */
  async bind(address: string): Promise<Socket> {
    const socket = createSocket(isIpv6(address) ? 'udp6' : 'udp4');
    this.keep(() => socket.close());
    await new Promise<void>((resolve, reject) => {
      socket.once('error', reject).bind(0, address, resolve);
    });
    socket.removeAllListeners('error').on('error', () => undefined);
    return socket;
  }

  keep(close: () => void): void {
    this.#closing.push(close);
  }

  close(): void {
    for (const close of this.#closing.splice(0)) close();
  }
}

/** From addresses of this machine, by which they leave through an exit of ours. */
export async function farFromHere(
  open: OpenSockets,
  outlet: Extract<Outlet, { kind: 'local' }>,
): Promise<FarDatagrams> {
  const ipv4 = await open.bind(outlet.ipv4);
  const ipv6 = outlet.ipv6 === null ? null : await open.bind(outlet.ipv6);
  const socketTo = (address: string): Socket | null => (isIpv6(address) ? ipv6 : ipv4);
  return {
    reaches: (address) => socketTo(address) !== null,
    send: (payload, { address, port }) => socketTo(address)?.send(payload, port, address, () => undefined),
    start(take) {
      for (const socket of [ipv4, ipv6]) socket?.on('message', take);
    },
  };
}

/** Through a provider's SOCKS5 proxy, for as long as the connection to it lives; null where it grants none. */
export async function farByProvider(
  engine: Engine,
  open: OpenSockets,
  outlet: UpstreamOutlet,
  asked: Pick<Asked, 'country' | 'city' | 'session'>,
): Promise<FarDatagrams | null> {
  let granted: Peer | null = null;
  const steps = associateSteps(outlet, asked, (address, port) => (granted = { address, port }));
  const control = await askProvider(outlet, steps, engine.buffers);
  if (control === null) return null;
  open.keep(() => control.socket.destroy());
  const relay = relayOf(engine, granted, plainAddress(control.socket.remoteAddress ?? ''));
  if (relay === null) return null;
  const socket = await open.bind(isIpv6(relay.address) ? '::' : '0.0.0.0');
  return {
    reaches: () => true,
    send: (payload, { address, port }) =>
      socket.send(writeDatagram(address, port, payload), relay.port, relay.address, () => undefined),
    start(take, ended) {
      if (control.socket.destroyed) return ended();
      control.socket.on('end', ended).on('close', ended);
      // Nothing more is said there: it only has to be seen to end.
      control.start(() => true);
      socket.on('message', (bytes, from) => {
        if (from.address !== relay.address || from.port !== relay.port) return;
        const datagram = readDatagram(bytes);
        if (datagram !== null && isIp(datagram.host))
          take(datagram.payload, { address: datagram.host, port: datagram.port });
      });
    },
  };
}

/**
 * Where a provider takes datagrams: at the address where it was found, which many leave unsaid, or at another on the internet. It may not
 * have us write to machines that nobody reaches through us.
 */
function relayOf({ guard }: Engine, granted: Peer | null, found: string): Peer | null {
  if (granted === null || granted.port === 0) return null;
  const { address, port } = granted;
  if (address === found || address === '0.0.0.0' || address === '::') return { address: found, port };
  return isIp(address) && guard(address, port) ? granted : null;
}
