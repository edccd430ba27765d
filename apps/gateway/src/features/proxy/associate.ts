import { createSocket, type Socket as UdpSocket } from 'node:dgram';
import type { Socket } from 'node:net';
import { err, isIpv6, ok, type Result } from '@comet/foundation';
import type { Engine } from './engine.ts';
import type { Exit } from './exits.ts';
import type { Meter } from './meter.ts';
import { allowedAddresses } from './open-exit.ts';
import { pickExit } from './pick-exit.ts';
import { plainAddress } from './plain-address.ts';
import { readDestination } from './read-destination.ts';
import type { Refusal } from './refusals.ts';
import { readDatagram, writeDatagram, writeReply } from './socks-frames.ts';
import { takeSeat } from './seat.ts';
import { openFor, type Visitor } from './visit.ts';

/** Addresses that one association has sent to, from which alone it hears; names that it remembers. */
const mostPeers = 1_024;

/** Carries datagrams (RFC 1928 §7) for as long as the connection that asked for it lives, from and to that client's address only. */
export async function associate(engine: Engine, visitor: Visitor, client: Socket): Promise<Refusal | null> {
  const { customer } = visitor;
  const opened = await openFor(engine, visitor, () => openUdp(engine, visitor, client));
  if (!opened.ok) return opened.error;
  const { exit, near, far, close } = opened.value;
  if (client.destroyed) {
    close();
    return 'bad_request';
  }
  const moving = new Association(engine, exit, client, near, far);
  const seat = takeSeat(engine, customer, exit, moving);
  client.once('close', () => {
    close();
    seat.leave();
  });
  client.on('end', () => client.destroy());
  client.resume();
  moving.start(seat.meter);
  const { address, port } = near.address();
  client.write(writeReply(0, plainAddress(address), port));
  return null;
}

/** A socket towards the client, and those that leave by the exit. */
interface Sockets {
  readonly exit: Exit;
  readonly near: UdpSocket;
  readonly far: { readonly ipv4: UdpSocket; readonly ipv6: UdpSocket | null };
  close(): void;
}

async function openUdp(
  engine: Engine,
  { customer, targeting }: Visitor,
  client: Socket,
): Promise<Result<Sockets, Refusal>> {
  const picked = pickExit(engine, customer, targeting, new Set());
  if (!picked.ok) return picked;
  const { exit } = picked.value;
  const { outlet } = exit.view;
  if (outlet.kind !== 'local') return err('udp_unavailable');
  const open: UdpSocket[] = [];
  const close = (): void => {
    for (const socket of open.splice(0)) socket.close();
  };
  try {
    const bind = async (address: string): Promise<UdpSocket> => {
      const socket = createSocket(isIpv6(address) ? 'udp6' : 'udp4');
      open.push(socket);
      await new Promise<void>((resolve, reject) => {
        socket.once('error', reject).bind(0, address, resolve);
      });
      // One datagram that cannot be sent is lost, as datagrams are.
      socket.removeAllListeners('error').on('error', () => undefined);
      return socket;
    };
    const near = await bind(client.localAddress ?? '');
    const ipv4 = await bind(outlet.ipv4);
    const ipv6 = outlet.ipv6 === null ? null : await bind(outlet.ipv6);
    return ok({ exit, near, far: { ipv4, ipv6 }, close });
  } catch {
    close();
    return err('exit_failed');
  }
}

class Association {
  readonly #engine: Engine;
  readonly #exit: Exit;
  readonly #client: Socket;
  readonly #near: UdpSocket;
  readonly #far: Sockets['far'];
  /** The client's port, known by its first datagram. */
  #port: number | null = null;
  readonly #peers = new Set<string>();
  readonly #names = new Map<string, Promise<string | null>>();
  #hasMoved = false;

  constructor(engine: Engine, exit: Exit, client: Socket, near: UdpSocket, far: Sockets['far']) {
    this.#engine = engine;
    this.#exit = exit;
    this.#client = client;
    this.#near = near;
    this.#far = far;
  }

  start(meter: Meter): void {
    this.#near.on('message', (bytes, from) => {
      if (from.address !== this.#client.remoteAddress) return;
      this.#port ??= from.port;
      if (from.port === this.#port) void this.#send(bytes, meter);
    });
    for (const socket of [this.#far.ipv4, this.#far.ipv6])
      socket?.on('message', (bytes, from) => {
        if (this.#port === null || !this.#peers.has(`${from.address} ${from.port}`)) return;
        if (!this.#mayPass(bytes.length, meter)) return;
        const framed = writeDatagram(from.address, from.port, bytes);
        this.#near.send(framed, this.#port, this.#client.remoteAddress ?? '', () => undefined);
      });
  }

  stir(): boolean {
    const moved = this.#hasMoved;
    this.#hasMoved = false;
    return moved;
  }

  destroy(): void {
    this.#client.destroy();
  }

  async #send(bytes: Buffer, meter: Meter): Promise<void> {
    const datagram = readDatagram(bytes);
    if (datagram === null) return;
    const address = await this.#addressOf(datagram.host, datagram.port);
    if (address === null || this.#client.destroyed) return;
    const socket = isIpv6(address) ? this.#far.ipv6 : this.#far.ipv4;
    if (socket === null || !this.#mayPass(datagram.payload.length, meter)) return;
    if (this.#peers.size < mostPeers) this.#peers.add(`${address} ${datagram.port}`);
    socket.send(datagram.payload, datagram.port, address, () => undefined);
  }

  /** The address of a destination that is allowed; asked for once in the life of the association. */
  #addressOf(host: string, port: number): Promise<string | null> {
    const key = `${host} ${port}`;
    let known = this.#names.get(key);
    if (known === undefined) {
      if (this.#names.size >= mostPeers) return Promise.resolve(null);
      this.#names.set(key, (known = this.#resolve(host, port)));
    }
    return known;
  }

  async #resolve(host: string, port: number): Promise<string | null> {
    const destination = readDestination(host, port);
    if (destination === null) return null;
    const allowed = await allowedAddresses(this.#engine, this.#exit, destination);
    return typeof allowed === 'string' ? null : (allowed[0] ?? null);
  }

  /** A datagram that is not paid, or for which there is no room, is lost. */
  #mayPass(bytes: number, meter: Meter): boolean {
    this.#hasMoved = true;
    if (meter.payNow(bytes)) return true;
    if (meter.isBroke) this.destroy();
    return false;
  }
}
