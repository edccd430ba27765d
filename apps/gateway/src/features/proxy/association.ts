import type { Socket as UdpSocket } from 'node:dgram';
import type { Socket } from 'node:net';
import { isIp, isIpv6 } from '@comet/foundation';
import { farEnd } from './client-ends.ts';
import { DatagramSource } from './datagram-source.ts';
import type { Engine, Moving } from './engine.ts';
import type { Exit } from './exits.ts';
import type { FarDatagrams, Peer } from './far-datagrams.ts';
import type { Meter } from './meter.ts';
import { allowedAddresses } from './open-exit.ts';
import { readDestination } from './read-destination.ts';
import { type Datagram, readDatagram, writeDatagram } from './socks-frames.ts';

/** Addresses that one association has sent to last, from which alone it hears; names that are asked for in its life. */
const mostPeers = 1_024;

/** What leaves by one exit. */
interface FarWay {
  readonly exit: Exit;
  readonly far: FarDatagrams;
}

/** A socket towards the client, and what leaves by exits: by `exit`, the first of the ways, what can leave there. */
export interface Sockets {
  readonly exit: Exit;
  readonly ways: readonly FarWay[];
  readonly near: UdpSocket;
  close(): void;
}

/** An address, and the index of the way by which it is reached. */
interface Leaving {
  readonly address: string;
  readonly way: number;
}

/** What moves, once it is open. */
export class Association {
  readonly #engine: Engine;
  readonly #client: Socket;
  readonly #near: UdpSocket;
  readonly #ways: Sockets['ways'];
  #meters: readonly Meter[] = [];
  readonly #source: DatagramSource;
  readonly #peers = new Set<string>();
  readonly #names = new Map<string, Promise<Leaving | null>>();
  #hasMoved = false;

  constructor(
    engine: Engine,
    client: Socket,
    named: { readonly host: string; readonly port: number },
    { ways, near }: Sockets,
  ) {
    this.#engine = engine;
    this.#client = client;
    this.#source = new DatagramSource(farEnd(client), named);
    this.#near = near;
    this.#ways = ways;
  }

  /** `meters` in the order of the ways. */
  start(meters: readonly Meter[]): void {
    this.#meters = meters;
    this.#near.on('message', (bytes, from) => {
      const datagram = readDatagram(bytes);
      if (datagram !== null && this.#source.owns(from)) void this.#send(datagram);
    });
    for (const [way, { far }] of this.#ways.entries()) {
      far.start(
        (bytes, from) => this.#take(bytes, from, way),
        () => this.destroy(),
      );
    }
  }

  #take(bytes: Buffer, from: Peer, way: number): void {
    const { port } = this.#source;
    if (port === null || !this.#peers.has(`${from.address} ${from.port}`)) return;
    if (!this.#mayPass(bytes.length, way)) return;
    const framed = writeDatagram(from.address, from.port, bytes);
    this.#near.send(framed, port, farEnd(this.#client), () => undefined);
  }

  /** Stands for the association at an exit beyond the first: it ends with that exit too. */
  shadow(): Moving {
    return { stir: () => true, destroy: () => this.destroy() };
  }

  stir(): boolean {
    const moved = this.#hasMoved;
    this.#hasMoved = false;
    return moved;
  }

  destroy(): void {
    this.#client.destroy();
  }

  async #send(datagram: Datagram): Promise<void> {
    const leaving = await this.#leavingTo(datagram.host, datagram.port);
    if (leaving === null || this.#client.destroyed) return;
    const { address, way } = leaving;
    if (!this.#mayPass(datagram.payload.length, way)) return;
    this.#met(`${address} ${datagram.port}`);
    this.#ways[way]?.far.send(datagram.payload, { address, port: datagram.port });
  }

  #met(peer: string): void {
    this.#peers.delete(peer);
    this.#peers.add(peer);
    const [oldest] = this.#peers;
    if (this.#peers.size > mostPeers && oldest !== undefined) this.#peers.delete(oldest);
  }

  /** By which way to which address a destination that is allowed is reached; a name is asked for once in the life of the association. */
  #leavingTo(host: string, port: number): Promise<Leaving | null> {
    if (isIp(host)) return this.#resolve(host, port);
    const key = `${host} ${port}`;
    let known = this.#names.get(key);
    if (known === undefined) {
      if (this.#names.size >= mostPeers) return Promise.resolve(null);
      this.#names.set(key, (known = this.#resolve(host, port)));
    }
    return known;
  }

  async #resolve(host: string, port: number): Promise<Leaving | null> {
    const destination = readDestination(host, port);
    if (destination === null) return null;
    for (const [way, { exit, far }] of this.#ways.entries()) {
      const allowed = await allowedAddresses(this.#engine, exit, destination);
      if (typeof allowed === 'string') continue;
      // What the first exit's rules refuse does not leave by another: that one is for IPv6.
      const address = allowed.find((one) => far.reaches(one) && (way === 0 || isIpv6(one)));
      if (address !== undefined) return { address, way };
    }
    return null;
  }

  /** A datagram that is not paid, or for which there is no room, is lost. */
  #mayPass(bytes: number, way: number): boolean {
    this.#hasMoved = true;
    const meter = this.#meters[way];
    if (meter?.payNow(bytes) === true) return true;
    if (meter?.isBroke === true) this.destroy();
    return false;
  }
}
