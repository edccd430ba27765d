import { parseIp } from '@comet/foundation';
import { addressOf, converse } from './carried-talk.ts';
import type { Carrier, LineKeeper } from './carrier.ts';
import { failureOf, timedOut } from './carrier-failures.ts';
import type { Join } from './carrier-orders.ts';
import type { Customer } from './customer.ts';
import type { Engine, Moving } from './engine.ts';
import type { Exit } from './exits.ts';
import { readBasic, readConnect } from './http-head.ts';
import { openExit } from './open-exit.ts';
import type { Outlet } from './proxy-messages.ts';
import { mostPorts, ports, type ReachFailure } from './reach.ts';
import { type Destination, readAuthority } from './read-destination.ts';
import { httpRefusal, type Refusal } from './refusals.ts';
import { type Seat, takeSeat } from './seat.ts';
import { type Asked, upstreamSteps } from './upstream-handshake.ts';
import { admit, openFor, type Visitor } from './visit.ts';

const established = Buffer.from('HTTP/1.1 200 Connection established\r\n\r\n', 'latin1');
const nothing = Buffer.alloc(0);
/** One client's connection at the carrier. */
export class CarriedLine implements LineKeeper, Moving {
  readonly #engine: Engine;
  readonly #carrier: Carrier;
  readonly #line: number;
  #isGone = false;
  #isJoined = false;
  #seat: Seat | null = null;
  #dialled: ((failure: number) => void) | null = null;
  #heard: ((bytes: Buffer) => void) | null = null;
  /** What a provider said behind its own words. */
  #rest: Buffer = nothing;

  constructor(engine: Engine, carrier: Carrier, line: number) {
    this.#engine = engine;
    this.#carrier = carrier;
    this.#line = line;
  }

  /** `heard` is the whole head of a CONNECT. */
  take(from: string, heard: Buffer): void {
    const head = readConnect(heard.toString('latin1', 0, heard.length - 4));
    const destination = head === null ? null : readAuthority(head.authority);
    if (head === null || destination === null) return this.#refuse('bad_request');
    const credentials = head.authorization === null ? null : readBasic(head.authorization);
    const admitted = admit(this.#engine, credentials, from);
    if (!admitted.ok) return this.#refuse(admitted.error);
    void this.#open(admitted.value, destination);
  }

  async #open(visitor: Visitor, destination: Destination): Promise<void> {
    const { customer, targeting } = visitor;
    const { era } = customer;
    const opened = await openFor(this.#engine, visitor, () =>
      openExit(this.#engine, customer, targeting, destination, (exit, asked) =>
        // Where the right has changed while a name was asked for, nothing is joined before it has been looked at again.
        this.#reach(
          exit,
          asked,
          customer.era === era && exit.view.healthy ? this.#joinOf(customer, exit) : null,
        ),
      ),
    );
    if (this.#isGone) return;
    if (!opened.ok) return this.#isJoined ? this.destroy() : this.#refuse(opened.error);
    const { exit } = opened.value;
    if (!this.#isJoined) {
      this.#carrier.orders.join(this.#line, this.#joinOf(customer, exit), this.#rest);
      this.#carrier.soon();
    }
    this.#seat = takeSeat(this.#engine, customer, exit, this);
  }

  #joinOf({ grant: { purse }, turnstile }: Customer, exit: Exit): Join {
    const carrier = this.#carrier;
    return {
      purse: carrier.purse(purse === null ? null : this.#engine.purses.of(purse, this.#engine.now())),
      gates: [carrier.gate(turnstile), carrier.gate(exit.turnstile)],
      greeting: established,
    };
  }

  async #reach({ view: { outlet } }: Exit, asked: Asked, join: Join | null): Promise<this | ReachFailure> {
    if (outlet.kind === 'upstream') return this.#reachProvider(outlet, asked);
    const address = parseIp(asked.host)?.family === 6 ? outlet.ipv6 : outlet.ipv4;
    if (address === null) return 'unreachable';
    for (let tries = 1; ; tries += 1) {
      const port = tries === mostPorts ? 0 : ports.next();
      const failure = await this.#dial(asked, { address, port }, join);
      if (failure === 0) {
        this.#isJoined = join !== null;
        return this;
      }
      const known = failureOf(failure);
      if (known !== 'port') return known;
      if (tries === mostPorts) return 'exit';
    }
  }

  #dial(
    to: { readonly host: string; readonly port: number },
    local: { readonly address: string; readonly port: number } | null,
    join: Join | null,
  ): Promise<number> {
    return new Promise((resolve) => {
      if (this.#isGone) return resolve(timedOut);
      this.#carrier.dials.begin(this, () => this.#dialled?.(timedOut), this.#engine.now());
      this.#dialled = (failure) => {
        this.#dialled = null;
        this.#carrier.dials.met(this);
        resolve(failure);
      };
      this.#carrier.orders.dial(this.#line, to, local, join);
      this.#carrier.soon();
    });
  }

  /** Whatever a provider does not do may be its own fault as well as the target's. */
  async #reachProvider(outlet: Extract<Outlet, { kind: 'upstream' }>, asked: Asked): Promise<this | 'exit'> {
    const host = await addressOf(outlet.host);
    if (host === null || (await this.#dial({ host, port: outlet.port }, null, null)) !== 0) return 'exit';
    const rest = await converse(upstreamSteps(outlet, asked), (say, hear) => this.#exchange(say, hear));
    if (rest === null) return 'exit';
    this.#rest = rest;
    return this;
  }

  /** Resolves when `hear` has heard enough; false where nothing more comes. */
  #exchange(say: Buffer, hear: (bytes: Buffer) => boolean): Promise<boolean> {
    return new Promise((resolve) => {
      const done = (isWhole: boolean): void => {
        this.#heard = null;
        this.#carrier.dials.met(this);
        resolve(isWhole);
      };
      if (this.#isGone) return done(false);
      this.#heard = (bytes) => {
        if (bytes.length === 0) done(false);
        else if (hear(bytes)) done(true);
      };
      this.#carrier.dials.begin(this, () => done(false), this.#engine.now());
      this.#carrier.orders.say(this.#line, say);
      this.#carrier.soon();
    });
  }

  #refuse(refusal: Refusal): void {
    this.#carrier.orders.refuse(this.#line, Buffer.from(httpRefusal(refusal), 'latin1'));
    this.#carrier.soon();
  }

  dialled(failure: number): void {
    this.#dialled?.(failure);
  }

  heard(bytes: Buffer): void {
    this.#heard?.(bytes);
  }

  gone(): void {
    this.#isGone = true;
    this.#dialled?.(timedOut);
    this.#heard?.(nothing);
    this.#seat?.leave();
  }

  stir(): boolean {
    return true;
  }

  /** It was opened for nothing: what leaves ends with the refusal that follows. */
  close(): void {
    this.#rest = nothing;
  }

  destroy(): void {
    this.#carrier.end(this.#line);
    this.#isGone = true;
    this.#seat?.leave();
  }
}
