import { promises as dns } from 'node:dns';
import { isIp } from '@comet/foundation';
import { maxPorts, ports, type ConnectFailure } from '../egress/connect-target.ts';
import { type EgressTarget, type Step, upstreamSteps } from '../egress/upstream-handshake.ts';
import type { Outlet, UpstreamOutlet } from '../proxy-messages.ts';
import type { CommandWriter, JoinSettings } from './relay-commands.ts';
import type { Relay } from './relay.ts';

/** Sends a message and passes the response to `receive` until it is complete; resolves with false if it stays incomplete. */
type HandshakeExchange = (request: Buffer, receive: (bytes: Buffer) => boolean) => Promise<boolean>;

/** Runs the steps; resolves with the bytes after the last response, or null if a step was refused. */
async function exchangeHandshake(
  steps: readonly Step[],
  handshakeExchange: HandshakeExchange,
): Promise<Buffer | null> {
  let received: Buffer = Buffer.alloc(0);
  for (const step of steps) {
    let read: ReturnType<Step['read']> = 'more';
    const isWhole = await handshakeExchange(step.request, (bytes) => {
      received = Buffer.concat([received, bytes]);
      read = step.read(received);
      return read !== 'more';
    });
    if (!isWhole || typeof read !== 'number') return null;
    received = received.subarray(read);
  }
  return received;
}

/** Resolves a provider's host name with the system's resolver; null if it has no address. */
function resolveHost(host: string): Promise<string | null> | string {
  if (isIp(host)) return host;
  return dns.lookup(host).then(
    ({ address }) => address,
    () => null,
  );
}

/** errno(3) of Linux, as reported by the relay. */
const timedOut = 110;

const addressInUse = 98;

const addressNotAvailable = 99;

/** Added to the errno when binding to the local address failed. */
const localBindFailed = 65_536;

const failuresByErrno: Readonly<Record<number, ConnectFailure>> = {
  [addressNotAvailable]: 'exit',
  100: 'exit',
  101: 'exit',
  104: 'refused',
  [timedOut]: 'timeout',
  111: 'refused',
  113: 'unreachable',
};

/** Returns the reason of a failed connection; `port` if another local port may succeed. */
function failureOf(errno: number): ConnectFailure | 'port' {
  if (errno === localBindFailed + addressInUse || errno === addressNotAvailable) return 'port';
  return failuresByErrno[errno % localBindFailed] ?? 'exit';
}

const noBytes = Buffer.alloc(0);

type LocalEndpoint = { readonly address: string; readonly port: number } | null;

type EgressRelay = Pick<Relay, 'dials' | 'nextDial' | 'scheduleFlush'> & {
  readonly commands: Pick<CommandWriter, 'dial' | 'send' | 'count'>;
};

/** The egress side of a connection at the relay: opening, and counting received bytes. */
export class RelayedEgress {
  readonly #relay: EgressRelay;
  readonly #connectionId: number;
  readonly #now: () => number;
  #isGone = false;
  /** Number of the current dial. Notifications of earlier ones may still arrive. */
  #attempt = 0;
  #dialled: ((failure: number) => void) | null = null;
  #onBytes: ((bytes: Buffer) => void) | null = null;
  #counting: PromiseWithResolvers<number> | null = null;
  #count = 0;
  /** Bytes received after a provider's own replies. */
  rest: Buffer = noBytes;

  constructor(relay: EgressRelay, connectionId: number, now: () => number) {
    this.#relay = relay;
    this.#connectionId = connectionId;
    this.#now = now;
  }

  /** Resolves with null once open; it is also joined if `join` is set, except through a provider. */
  async open(
    outlet: Outlet,
    target: EgressTarget,
    join: JoinSettings | null,
  ): Promise<ConnectFailure | null> {
    if (outlet.kind === 'upstream')
      return (await this.handshakeWithProvider(outlet, upstreamSteps(outlet, target))) === null
        ? 'exit'
        : null;
    const address = target.host.includes(':') ? outlet.ipv6 : outlet.ipv4;
    if (address === null) return 'unreachable';
    for (let tries = 1; ; tries += 1) {
      const port = tries === maxPorts ? 0 : ports.next();
      const errno = await this.#dial(target, { address, port }, join);
      if (errno === 0) return null;
      const failure = failureOf(errno);
      if (failure !== 'port') return failure;
      if (tries === maxPorts) return 'exit';
    }
  }

  #dial(
    to: { readonly host: string; readonly port: number },
    local: LocalEndpoint,
    join: JoinSettings | null,
  ): Promise<number> {
    return new Promise((resolve) => {
      if (this.#isGone) return resolve(timedOut);
      this.#relay.dials.start(this, () => this.#dialled?.(timedOut), this.#now());
      this.#dialled = (failure) => {
        this.#dialled = null;
        this.#relay.dials.clear(this);
        resolve(failure);
      };
      this.#attempt = this.#relay.nextDial();
      this.#relay.commands.dial(this.#connectionId, this.#attempt, to, local, join);
      this.#relay.scheduleFlush();
    });
  }

  /**
   * Resolves with the address of the provider's proxy that completed these steps; null after a failure of the provider or the target.
   */
  async handshakeWithProvider(outlet: UpstreamOutlet, steps: readonly Step[]): Promise<string | null> {
    const host = await resolveHost(outlet.host);
    if (host === null || (await this.#dial({ host, port: outlet.port }, null, null)) !== 0) return null;
    const rest = await exchangeHandshake(steps, (request, receive) =>
      this.#handshakeExchange(request, receive),
    );
    if (rest === null) return null;
    this.rest = rest;
    return host;
  }

  /** Resolves with true when `receive` returns true, with false at the end or timeout of the connection. */
  #handshakeExchange(request: Buffer, receive: (bytes: Buffer) => boolean): Promise<boolean> {
    return new Promise((resolve) => {
      const done = (isWhole: boolean): void => {
        this.#onBytes = null;
        this.#relay.dials.clear(this);
        resolve(isWhole);
      };
      if (this.#isGone) return done(false);
      this.#onBytes = (bytes) => {
        if (bytes.length === 0) done(false);
        else if (receive(bytes)) done(true);
        else this.#send(noBytes);
      };
      this.#relay.dials.start(this, () => done(false), this.#now());
      this.#send(request);
    });
  }

  /** Requests one read of the response; later bytes stay at the relay. */
  #send(bytes: Buffer): void {
    this.#relay.commands.send(this.#connectionId, bytes);
    this.#relay.scheduleFlush();
  }

  /** Resolves with the bytes received from the target since both sides were joined. */
  count(): Promise<number> {
    if (this.#isGone) return Promise.resolve(this.#count);
    if (this.#counting === null) {
      this.#counting = Promise.withResolvers();
      this.#relay.commands.count(this.#connectionId);
      this.#relay.scheduleFlush();
    }
    return this.#counting.promise;
  }

  counted(bytes: number): void {
    this.#count = bytes;
    this.#counting?.resolve(bytes);
    this.#counting = null;
  }

  dialled(failure: number, dial: number): void {
    if (dial === this.#attempt) this.#dialled?.(failure);
  }

  egressBytes(bytes: Buffer, dial: number): void {
    if (dial === this.#attempt) this.#onBytes?.(bytes);
  }

  /** Ends every wait for this connection. */
  end(): void {
    this.#isGone = true;
    this.#dialled?.(timedOut);
    this.#onBytes?.(noBytes);
    this.counted(this.#count);
  }
}
