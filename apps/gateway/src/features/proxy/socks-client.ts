import { isIp } from '@comet/foundation';
import { associate } from './associate.ts';
import type { Association, Peer, Way } from './association.ts';
import { CarriedLine, type Words } from './carried-line.ts';
import { CarriedWay } from './carried-way.ts';
import type { Carrier, ClientEnds } from './carrier.ts';
import type { UdpWayOrder } from './carrier-orders.ts';
import type { Customer } from './customer.ts';
import type { Guard } from './destination-guard.ts';
import type { Engine } from './engine.ts';
import type { Credentials } from './http-head.ts';
import { joinOf } from './join-of.ts';
import type { LineKeeper } from './line-keeper.ts';
import { plainAddress } from './plain-address.ts';
import type { UpstreamOutlet } from './proxy-messages.ts';
import { readDestination } from './read-destination.ts';
import { type Refusal, refusals } from './refusals.ts';
import {
  methods,
  type Read,
  readGreeting,
  readLogin,
  readRequest,
  type SocksRequest,
  writeReply,
} from './socks-frames.ts';
import { type Asked, associateSteps } from './upstream-handshake.ts';
import { admit, type Visitor } from './visit.ts';

const nothing = Buffer.alloc(0);
const words: Words = {
  greeting: writeReply(0),
  refuse: (carrier, line, refusal) => carrier.refuse(line, refusalOf(refusal)),
};

/** One client's way through SOCKS5 (RFC 1928) with user name and password (RFC 1929), up to what it asks for. */
export class SocksClient implements LineKeeper {
  /** To a provider that carries datagrams. */
  #way: CarriedWay | null = null;
  #association: Association | null = null;
  #associated: ((port: number) => void) | null = null;
  readonly ends: ClientEnds;
  readonly #engine: Engine;
  readonly #carrier: Carrier;
  readonly #line: number;
  #heard: Buffer = nothing;
  /** Bytes that have been read, and what is to be said, since the carrier was last told. */
  #read = 0;
  #words: Buffer[] = [];
  #step: () => boolean = () => this.#greet();
  #visitor: Visitor | null = null;
  #isGone = false;
  readonly #onGone: (() => void)[] = [];

  constructor(engine: Engine, carrier: Carrier, line: number, ends: ClientEnds) {
    this.#engine = engine;
    this.#carrier = carrier;
    this.#line = line;
    this.ends = ends;
  }

  spoken(bytes: Buffer): void {
    this.#heard = Buffer.concat([this.#heard, bytes]);
    while (this.#step());
  }

  /** Says what is to be said; `more` is to be heard, or what follows is for the other side. */
  #reply(more: boolean): void {
    this.#carrier.orders.reply(this.#line, this.#read, more, Buffer.concat(this.#words));
    this.#words = [];
    this.#read = 0;
    this.#carrier.soon();
  }

  #greet(): boolean {
    const offered = this.#next(readGreeting);
    if (offered === null) return false;
    const known = admit(this.#engine, null, this.ends.from);
    if (offered.includes(methods.password)) return this.#goOn(methods.password, () => this.#login());
    if (!offered.includes(methods.none) || !known.ok) return this.#refuse(Buffer.of(5, methods.refused));
    this.#visitor = known.value;
    return this.#goOn(methods.none, () => this.#request());
  }

  #goOn(method: number, step: () => boolean): boolean {
    this.#words.push(Buffer.of(5, method));
    this.#step = step;
    return true;
  }

  #login(): boolean {
    const credentials = this.#next(readLogin);
    if (credentials === null) return false;
    const admitted = admit(this.#engine, orNone(credentials), this.ends.from);
    // Any status but 0 is a failure; ours tell a wrong parameter from a wrong password.
    if (!admitted.ok) return this.#refuse(Buffer.of(1, loginStatus(admitted.error)));
    this.#visitor = admitted.value;
    this.#words.push(Buffer.of(1, 0));
    this.#step = () => this.#request();
    return true;
  }

  #request(): boolean {
    const request = this.#next(readRequest);
    if (request === null || this.#visitor === null) return false;
    this.#step = () => false;
    this.#reply(false);
    this.#carryOut(request, this.#visitor);
    return false;
  }

  #carryOut({ command, host, port }: SocksRequest, visitor: Visitor): void {
    if (command === 'udp') {
      void associate(this.#engine, visitor, this, { host, port }).then((refusal) => {
        if (refusal !== null) this.#refuse(refusalOf(refusal));
      });
      return;
    }
    const destination = readDestination(host, port);
    if (command === 'other') return void this.#refuse(refusalOf('udp_unavailable'));
    if (destination === null) return void this.#refuse(refusalOf('destination_refused'));
    const tunnel = new CarriedLine(this.#engine, this.#carrier, this.#line, words);
    this.#carrier.keep(this.#line, tunnel);
    tunnel.visit(visitor, destination);
  }

  /** The next message, or null until it is whole; what can never become one ends the connection. */
  #next<T>(read: (bytes: Buffer) => Read<T>): T | null {
    const message = read(this.#heard);
    if (message === 'more') this.#reply(true);
    if (message === 'bad') this.end();
    if (typeof message === 'string') return null;
    this.#heard = this.#heard.subarray(message.length);
    this.#read += message.length;
    return message.message;
  }

  #refuse(word: Buffer): false {
    this.#carrier.refuse(this.#line, Buffer.concat([...this.#words, word]));
    return false;
  }

  get way(): CarriedWay | null {
    return this.#way;
  }

  /** Where a provider's SOCKS5 proxy takes datagrams, for as long as the connection to it lives; null where it grants none. */
  async askProvider(
    outlet: UpstreamOutlet,
    asked: Pick<Asked, 'country' | 'city' | 'session'>,
    guard: Guard,
  ): Promise<Peer | null> {
    let granted: Peer | null = null;
    const steps = associateSteps(outlet, asked, (address, port) => (granted = { address, port }));
    const way = (this.#way = new CarriedWay(this.#carrier, this.#line, this.#engine.now));
    const found = await way.askProvider(outlet, steps);
    const peer = found === null ? null : relayOf(guard, granted, found);
    if (peer === null && !this.#isGone) this.#carrier.orders.drop(this.#line);
    return peer;
  }

  /** Opens sockets; the port that the client sends to, or null where they cannot be had. */
  async associate(
    customer: Customer,
    named: { readonly host: string; readonly port: number },
    ways: readonly Way[],
  ): Promise<number | null> {
    if (this.#isGone) return null;
    const { accounts, orders } = this.#carrier;
    const [first] = ways;
    if (first === undefined) return null;
    const join = joinOf(this.#engine, this.#carrier, customer, first.exit, nothing);
    const isKnown = named.port !== 0 && plainAddress(named.host) === this.ends.from;
    const near = { address: this.ends.near, port: isKnown ? named.port : 0 };
    const leaving = ways.map((way) => ({
      gate: accounts.gatesOf(customer, way.exit)[1],
      ...udpWay(way),
    }));
    const opened = new Promise<number>((resolve) => (this.#associated = resolve));
    orders.associate(this.#line, near, join.purse, join.gates[0], leaving);
    this.#carrier.soon();
    return (await opened) || null;
  }

  associated(port: number): void {
    this.#associated?.(port);
    this.#associated = null;
  }

  destination(bytes: Buffer): void {
    void this.#association?.destination(bytes);
  }

  reach(way: number, to: Peer | null, destination: Buffer): void {
    this.#carrier.orders.reach(this.#line, way, to, destination);
    this.#carrier.soon();
  }

  reconsider(): void {
    this.#carrier.orders.reconsider(this.#line);
    this.#carrier.soon();
  }

  /** Keeps the connection, which is an association's from now on, with a last reply. */
  hold(association: Association, reply: Buffer): void {
    this.#association = association;
    this.#carrier.orders.hold(this.#line, reply);
    this.#carrier.soon();
  }

  get isGone(): boolean {
    return this.#isGone;
  }

  onceGone(listener: () => void): void {
    this.#onGone.push(listener);
  }

  end(): void {
    this.#carrier.end(this.#line);
    this.gone();
  }

  gone(): void {
    if (this.#isGone) return;
    this.#isGone = true;
    this.#way?.end();
    this.associated(0);
    for (const listener of this.#onGone) listener();
  }
}

function udpWay(way: Way): Omit<UdpWayOrder, 'gate'> {
  if ('provider' in way) return { isProvider: true, ipv4: way.provider, ipv6: null };
  const { ipv4, ipv6 } = way.outlet;
  return {
    isProvider: false,
    ipv4: { address: ipv4, port: 0 },
    ipv6: ipv6 === null ? null : { address: ipv6, port: 0 },
  };
}

/**
 * Where a provider takes datagrams: at the address where it was found, which many leave unsaid, or at another on the internet. It may not
 * have us write to machines that nobody reaches through us.
 */
function relayOf(guard: Guard, granted: Peer | null, found: string): Peer | null {
  if (granted === null || granted.port === 0) return null;
  const { address, port } = granted;
  if (address === found || address === '0.0.0.0' || address === '::') return { address: found, port };
  return isIp(address) && guard(address, port) ? granted : null;
}

function refusalOf(refusal: Refusal): Buffer {
  return writeReply(refusals[refusal].reply);
}

/** A program that must say something says nothing: then the address speaks for it. */
function orNone(credentials: Credentials): Credentials | null {
  return credentials.username === '' ? null : credentials;
}

const statuses: Partial<Record<Refusal, number>> = {
  bad_credentials: 1,
  credentials_required: 1,
  bad_parameter: 16,
  bad_country: 17,
  bad_city: 18,
  bad_session: 19,
  bad_lifetime: 20,
  bad_ifgone: 21,
};

function loginStatus(refusal: Refusal): number {
  return statuses[refusal] ?? 255;
}
