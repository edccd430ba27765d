import type { Socket as UdpSocket } from 'node:dgram';
import type { Socket } from 'node:net';
import { isIp } from '@comet/foundation';
import { farEnd } from './client-ends.ts';
import { DatagramSource } from './datagram-source.ts';
import type { Engine } from './engine.ts';
import type { Exit } from './exits.ts';
import type { FarDatagrams } from './far-datagrams.ts';
import type { Meter } from './meter.ts';
import { allowedAddresses } from './open-exit.ts';
import { readDestination } from './read-destination.ts';
import { type Datagram, readDatagram, writeDatagram } from './socks-frames.ts';

/** Addresses that one association has sent to last, from which alone it hears; names that are asked for in its life. */
const mostPeers = 1_024;

/** A socket towards the client, and what leaves by the exit. */
export interface Sockets {
  readonly exit: Exit;
  readonly near: UdpSocket;
  readonly far: FarDatagrams;
  close(): void;
}

/** What moves, once it is open. */
export class Association {
  readonly #engine: Engine;
  readonly #exit: Exit;
  readonly #client: Socket;
  readonly #near: UdpSocket;
  readonly #far: Sockets['far'];
  readonly #source: DatagramSource;
  readonly #peers = new Set<string>();
  readonly #names = new Map<string, Promise<string | null>>();
  #hasMoved = false;

  constructor(
    engine: Engine,
    client: Socket,
    named: { readonly host: string; readonly port: number },
    { exit, near, far }: Sockets,
  ) {
    this.#engine = engine;
    this.#exit = exit;
    this.#client = client;
    this.#source = new DatagramSource(farEnd(client), named);
    this.#near = near;
    this.#far = far;
  }

  start(meter: Meter): void {
    this.#near.on('message', (bytes, from) => {
      const datagram = readDatagram(bytes);
      if (datagram !== null && this.#source.owns(from)) void this.#send(datagram, meter);
    });
    this.#far.start(
      (bytes, from) => {
        const { port } = this.#source;
        if (port === null || !this.#peers.has(`${from.address} ${from.port}`)) return;
        if (!this.#mayPass(bytes.length, meter)) return;
        const framed = writeDatagram(from.address, from.port, bytes);
        this.#near.send(framed, port, farEnd(this.#client), () => undefined);
      },
      () => this.destroy(),
    );
  }

  stir(): boolean {
    const moved = this.#hasMoved;
    this.#hasMoved = false;
    return moved;
  }

  destroy(): void {
    this.#client.destroy();
  }

  async #send(datagram: Datagram, meter: Meter): Promise<void> {
    const address = await this.#addressOf(datagram.host, datagram.port);
    if (address === null || this.#client.destroyed) return;
    if (!this.#far.reaches(address) || !this.#mayPass(datagram.payload.length, meter)) return;
    this.#met(`${address} ${datagram.port}`);
    this.#far.send(datagram.payload, { address, port: datagram.port });
  }

  #met(peer: string): void {
    this.#peers.delete(peer);
    this.#peers.add(peer);
    const [oldest] = this.#peers;
    if (this.#peers.size > mostPeers && oldest !== undefined) this.#peers.delete(oldest);
  }

  /** The address of a destination that is allowed; a name is asked for once in the life of the association. */
  #addressOf(host: string, port: number): Promise<string | null> {
    if (isIp(host)) return this.#resolve(host, port);
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
