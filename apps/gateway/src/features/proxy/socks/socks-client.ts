import { isIp } from '@comet/foundation';
import { associateUdp } from './associate-udp.ts';
import type { UdpAssociation, Peer, EgressRoute } from './udp-association.ts';
import { RelayedConnection, type ClientReplies } from '../relay/relayed-connection.ts';
import { RelayedEgress } from '../relay/relayed-egress.ts';
import type { Relay, ClientAddresses } from '../relay/relay.ts';
import type { UdpEgressRouteConfig } from '../relay/relay-commands.ts';
import type { Customer } from '../auth/customer.ts';
import type { Guard } from '../egress/destination-guard.ts';
import type { Engine } from '../engine.ts';
import type { Credentials } from '../http/http-head.ts';
import { joinSettingsOf } from '../relay/join-settings.ts';
import type { ConnectionOwner } from '../relay/connection-owner.ts';
import { plainAddress } from '../egress/plain-address.ts';
import type { UpstreamOutlet } from '../proxy-messages.ts';
import { planSocksMethod, planSocksRequest, type SocksPlan } from '../plan/request-plan.ts';
import { type Refusal, refusals } from '../refusals.ts';
import { methods, type Read, readGreeting, readLogin, readRequest, writeReply } from './socks-frames.ts';
import { type EgressTarget, associateSteps } from '../egress/upstream-handshake.ts';
import { admit, type AuthenticatedClient } from '../auth/authenticated-client.ts';

const nothing = Buffer.alloc(0);
const replies: ClientReplies = {
  greeting: writeReply(0),
  refuse: (relay, connectionId, refusal) => relay.refuse(connectionId, refusalOf(refusal)),
};

/** A client's SOCKS5 handshake (RFC 1928) with user name and password (RFC 1929), up to its request. */
export class SocksClient implements ConnectionOwner {
  /** The connection to a provider for datagrams. */
  #egress: RelayedEgress | null = null;
  #association: UdpAssociation | null = null;
  #associated: ((port: number) => void) | null = null;
  readonly addresses: ClientAddresses;
  readonly #engine: Engine;
  readonly #relay: Relay;
  readonly #connectionId: number;
  #received: Buffer = nothing;
  /** Bytes consumed, and replies to send, since the last command to the relay. */
  #read = 0;
  #replies: Buffer[] = [];
  #step: () => boolean = () => this.#greet();
  #authenticatedClient: AuthenticatedClient | null = null;
  #isGone = false;
  readonly #onClosed: (() => void)[] = [];

  constructor(engine: Engine, relay: Relay, connectionId: number, addresses: ClientAddresses) {
    this.#engine = engine;
    this.#relay = relay;
    this.#connectionId = connectionId;
    this.addresses = addresses;
  }

  clientBytes(bytes: Buffer): void {
    this.#received = Buffer.concat([this.#received, bytes]);
    while (this.#step());
  }

  /** Sends pending replies. With `more`, further bytes are read here; otherwise they are for the other side. */
  #reply(more: boolean): void {
    this.#relay.commands.reply(this.#connectionId, this.#read, more, Buffer.concat(this.#replies));
    this.#replies = [];
    this.#read = 0;
    this.#relay.scheduleFlush();
  }

  #greet(): boolean {
    const offered = this.#next(readGreeting);
    if (offered === null) return false;
    const known = admit(this.#engine, null, this.addresses.from);
    const method = planSocksMethod(offered, known.ok);
    if (method === methods.password) return this.#selectMethod(method, () => this.#login());
    if (method !== methods.none || !known.ok) return this.#refuse(Buffer.of(5, methods.refused));
    this.#authenticatedClient = known.value;
    return this.#selectMethod(method, () => this.#request());
  }

  #selectMethod(method: number, step: () => boolean): boolean {
    this.#replies.push(Buffer.of(5, method));
    this.#step = step;
    return true;
  }

  #login(): boolean {
    const credentials = this.#next(readLogin);
    if (credentials === null) return false;
    const admitted = admit(this.#engine, credentialsOrNull(credentials), this.addresses.from);
    // Any status but 0 is a failure; distinct statuses separate a wrong parameter from a wrong password.
    if (!admitted.ok) return this.#refuse(Buffer.of(1, loginStatus(admitted.error)));
    this.#authenticatedClient = admitted.value;
    this.#replies.push(Buffer.of(1, 0));
    this.#step = () => this.#request();
    return true;
  }

  #request(): boolean {
    const request = this.#next(readRequest);
    if (request === null || this.#authenticatedClient === null) return false;
    this.#step = () => false;
    this.#reply(false);
    this.#perform(planSocksRequest(request), this.#authenticatedClient);
    return false;
  }

  #perform(plan: SocksPlan, authenticatedClient: AuthenticatedClient): void {
    if (plan.kind === 'refuse') return void this.#refuse(refusalOf(plan.refusal));
    if (plan.kind === 'associate') {
      void associateUdp(this.#engine, authenticatedClient, this, plan).then((refusal) => {
        if (refusal !== null) this.#refuse(refusalOf(refusal));
      });
      return;
    }
    const tunnel = new RelayedConnection(this.#engine, this.#relay, this.#connectionId, replies);
    this.#relay.setOwner(this.#connectionId, tunnel);
    tunnel.connect(authenticatedClient, plan.destination);
  }

  /** Returns the next message, or null while it is incomplete; an invalid one ends the connection. */
  #next<T>(read: (bytes: Buffer) => Read<T>): T | null {
    const message = read(this.#received);
    if (message === 'more') this.#reply(true);
    if (message === 'bad') this.end();
    if (typeof message === 'string') return null;
    this.#received = this.#received.subarray(message.length);
    this.#read += message.length;
    return message.message;
  }

  #refuse(response: Buffer): false {
    this.#relay.refuse(this.#connectionId, Buffer.concat([...this.#replies, response]));
    return false;
  }

  get egress(): RelayedEgress | null {
    return this.#egress;
  }

  /** Requests a UDP association from a provider's SOCKS5 proxy, valid while the connection to it is open. Resolves with its address for datagrams, or null. */
  async handshakeWithProvider(
    outlet: UpstreamOutlet,
    target: Pick<EgressTarget, 'country' | 'city' | 'session'>,
    guard: Guard,
  ): Promise<Peer | null> {
    let granted: Peer | null = null;
    const steps = associateSteps(outlet, target, (address, port) => (granted = { address, port }));
    const egress = (this.#egress = new RelayedEgress(this.#relay, this.#connectionId, this.#engine.now));
    const found = await egress.handshakeWithProvider(outlet, steps);
    const peer = found === null ? null : datagramPeerOf(guard, granted, found);
    if (peer === null && !this.#isGone) this.#relay.commands.drop(this.#connectionId);
    return peer;
  }

  /** Opens sockets for datagrams. Resolves with the port that the client sends to, or null on failure. */
  async associate(
    customer: Customer,
    named: { readonly host: string; readonly port: number },
    egressRoutes: readonly EgressRoute[],
  ): Promise<number | null> {
    if (this.#isGone) return null;
    const { accounts, commands } = this.#relay;
    const [first] = egressRoutes;
    if (first === undefined) return null;
    const join = joinSettingsOf(this.#engine, this.#relay, customer, first.exit, nothing);
    const isKnown = named.port !== 0 && plainAddress(named.host) === this.addresses.from;
    const local = { address: this.addresses.local, port: isKnown ? named.port : 0 };
    const configs = egressRoutes.map((egressRoute) => ({
      limiter: accounts.limitersOf(customer, egressRoute.exit)[1],
      ...udpEgressRoute(egressRoute),
    }));
    const opened = new Promise<number>((resolve) => (this.#associated = resolve));
    commands.associate(this.#connectionId, local, join.quotaAccount, join.limiters[0], configs);
    this.#relay.scheduleFlush();
    return (await opened) || null;
  }

  associated(port: number): void {
    this.#associated?.(port);
    this.#associated = null;
  }

  destination(bytes: Buffer): void {
    void this.#association?.destination(bytes);
  }

  resolveDestination(egressRoute: number, to: Peer | null, destination: Buffer): void {
    this.#relay.commands.resolve(this.#connectionId, egressRoute, to, destination);
    this.#relay.scheduleFlush();
  }

  clearDestinations(): void {
    this.#relay.commands.clearDestinations(this.#connectionId);
    this.#relay.scheduleFlush();
  }

  /** Sends the last reply; from then on the connection is the control connection of an association. */
  hold(association: UdpAssociation, reply: Buffer): void {
    this.#association = association;
    this.#relay.commands.hold(this.#connectionId, reply);
    this.#relay.scheduleFlush();
  }

  get isGone(): boolean {
    return this.#isGone;
  }

  onceClosed(listener: () => void): void {
    this.#onClosed.push(listener);
  }

  end(): void {
    this.#relay.end(this.#connectionId);
    this.gone();
  }

  gone(): void {
    if (this.#isGone) return;
    this.#isGone = true;
    this.#egress?.end();
    this.associated(0);
    for (const listener of this.#onClosed) listener();
  }
}

function udpEgressRoute(egressRoute: EgressRoute): Omit<UdpEgressRouteConfig, 'limiter'> {
  if ('provider' in egressRoute) return { isProvider: true, ipv4: egressRoute.provider, ipv6: null };
  const { ipv4, ipv6 } = egressRoute.outlet;
  return {
    isProvider: false,
    ipv4: { address: ipv4, port: 0 },
    ipv6: ipv6 === null ? null : { address: ipv6, port: 0 },
  };
}

/**
 * Returns a provider's address for datagrams: that of its proxy if the reply leaves it unspecified, or another public one. A provider
 * must not make the relay send to blocked destinations.
 */
function datagramPeerOf(guard: Guard, granted: Peer | null, found: string): Peer | null {
  if (granted === null || granted.port === 0) return null;
  const { address, port } = granted;
  if (address === found || address === '0.0.0.0' || address === '::') return { address: found, port };
  return isIp(address) && guard(address, port) ? granted : null;
}

function refusalOf(refusal: Refusal): Buffer {
  return writeReply(refusals[refusal].reply);
}

/** An empty user name counts as no credentials: the client's address then authenticates it. */
function credentialsOrNull(credentials: Credentials): Credentials | null {
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
