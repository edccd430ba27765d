import { promises as dns } from 'node:dns';
import { isIp } from '@comet/foundation';
import { mostPorts, ports, type ReachFailure } from '../egress/connect-target.ts';
import { type Asked, type Step, upstreamSteps } from '../egress/upstream-handshake.ts';
import type { Outlet, UpstreamOutlet } from '../proxy-messages.ts';
import type { CommandWriter, Join } from './relay-commands.ts';
import type { Relay } from './relay.ts';

/** Sends a message and passes the response to `receive` until it is complete; resolves with false where it never is. */
type HandshakeExchange = (say: Buffer, receive: (bytes: Buffer) => boolean) => Promise<boolean>;

/** Runs the steps; resolves with the bytes after the last response, or null where a step was refused. */
async function exchangeHandshake(
  steps: readonly Step[],
  handshakeExchange: HandshakeExchange,
): Promise<Buffer | null> {
  let received: Buffer = Buffer.alloc(0);
  for (const step of steps) {
    let read: ReturnType<Step['read']> = 'more';
    const isWhole = await handshakeExchange(step.say, (bytes) => {
      received = Buffer.concat([received, bytes]);
      read = step.read(received);
      return read !== 'more';
    });
    if (!isWhole || typeof read !== 'number') return null;
    received = received.subarray(read);
  }
  return received;
}

/** A provider's host name is resolved by the system's resolver. */
function addressOf(host: string): Promise<string | null> | string {
  if (isIp(host)) return host;
  return dns.lookup(host).then(
    ({ address }) => address,
    () => null,
  );
}

/** errno(3) of Linux, as reported by the relay. */
const timedOut = 110;

const portTaken = 98;

const noAddress = 99;

/** Added where the near end could not be had. */
const ofNearEnd = 65_536;

const failures: Readonly<Record<number, ReachFailure>> = {
  [noAddress]: 'exit',
  100: 'exit',
  101: 'exit',
  104: 'refused',
  [timedOut]: 'timeout',
  111: 'refused',
  113: 'unreachable',
};

/** What a connection failed of; `port` where another port of ours may do. */
function failureOf(errno: number): ReachFailure | 'port' {
  if (errno === ofNearEnd + portTaken || errno === noAddress) return 'port';
  return failures[errno % ofNearEnd] ?? 'exit';
}

const nothing = Buffer.alloc(0);

type Near = { readonly address: string; readonly port: number } | null;

type EgressRelay = Pick<Relay, 'dials' | 'nextDial' | 'soon'> & {
  readonly orders: Pick<CommandWriter, 'dial' | 'say' | 'count'>;
};

/** The egress side of a line at the relay: opening, and the bytes received. */
export class RelayedEgress {
  readonly #relay: EgressRelay;
  readonly #line: number;
  readonly #now: () => number;
  #isGone = false;
  /** Number of the current dial. Notifications of earlier ones may still arrive. */
  #attempt = 0;
  #dialled: ((failure: number) => void) | null = null;
  #onBytes: ((bytes: Buffer) => void) | null = null;
  #counting: PromiseWithResolvers<number> | null = null;
  #count = 0;
  /** Bytes received after a provider's own replies. */
  rest: Buffer = nothing;

  constructor(relay: EgressRelay, line: number, now: () => number) {
    this.#relay = relay;
    this.#line = line;
    this.#now = now;
  }

  /** Resolves with null once open, and joined where `join` is set; by a provider it is not joined yet. */
  async open(outlet: Outlet, asked: Asked, join: Join | null): Promise<ReachFailure | null> {
    if (outlet.kind === 'upstream')
      return (await this.askProvider(outlet, upstreamSteps(outlet, asked))) === null ? 'exit' : null;
    const address = asked.host.includes(':') ? outlet.ipv6 : outlet.ipv4;
    if (address === null) return 'unreachable';
    for (let tries = 1; ; tries += 1) {
      const port = tries === mostPorts ? 0 : ports.next();
      const errno = await this.#dial(asked, { address, port }, join);
      if (errno === 0) return null;
      const failure = failureOf(errno);
      if (failure !== 'port') return failure;
      if (tries === mostPorts) return 'exit';
    }
  }

  #dial(
    to: { readonly host: string; readonly port: number },
    near: Near,
    join: Join | null,
  ): Promise<number> {
    return new Promise((resolve) => {
      if (this.#isGone) return resolve(timedOut);
      this.#relay.dials.begin(this, () => this.#dialled?.(timedOut), this.#now());
      this.#dialled = (failure) => {
        this.#dialled = null;
        this.#relay.dials.met(this);
        resolve(failure);
      };
      this.#attempt = this.#relay.nextDial();
      this.#relay.orders.dial(this.#line, this.#attempt, to, near, join);
      this.#relay.soon();
    });
  }

  /**
   * Returns the address of a provider's proxy that completed these steps; null after a failure, which may be the provider's
   * or the target's.
   */
  async askProvider(outlet: UpstreamOutlet, steps: readonly Step[]): Promise<string | null> {
    const host = await addressOf(outlet.host);
    if (host === null || (await this.#dial({ host, port: outlet.port }, null, null)) !== 0) return null;
    const rest = await exchangeHandshake(steps, (say, receive) => this.#handshakeExchange(say, receive));
    if (rest === null) return null;
    this.rest = rest;
    return host;
  }

  /** Resolves when `receive` has received enough; false where nothing more comes. */
  #handshakeExchange(say: Buffer, receive: (bytes: Buffer) => boolean): Promise<boolean> {
    return new Promise((resolve) => {
      const done = (isWhole: boolean): void => {
        this.#onBytes = null;
        this.#relay.dials.met(this);
        resolve(isWhole);
      };
      if (this.#isGone) return done(false);
      this.#onBytes = (bytes) => {
        if (bytes.length === 0) done(false);
        else if (receive(bytes)) done(true);
        else this.#say(nothing);
      };
      this.#relay.dials.begin(this, () => done(false), this.#now());
      this.#say(say);
    });
  }

  /** Requests one read of the response; later bytes stay at the relay. */
  #say(bytes: Buffer): void {
    this.#relay.orders.say(this.#line, bytes);
    this.#relay.soon();
  }

  /** Bytes that came back since both sides are one. */
  count(): Promise<number> {
    if (this.#isGone) return Promise.resolve(this.#count);
    if (this.#counting === null) {
      this.#counting = Promise.withResolvers();
      this.#relay.orders.count(this.#line);
      this.#relay.soon();
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
    this.#onBytes?.(nothing);
    this.counted(this.#count);
  }
}
