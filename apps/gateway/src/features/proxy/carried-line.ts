import type { Asking } from './asking.ts';
import type { CarriedPasses } from './carried-passes.ts';
import type { Carrier } from './carrier.ts';
import { CarriedWay } from './carried-way.ts';
import { established, type Join } from './carrier-orders.ts';
import type { Customer } from './customer.ts';
import type { Engine, Moving } from './engine.ts';
import type { Exit } from './exits.ts';
import { headEnd, readBasic, readConnect } from './http-head.ts';
import type { LineKeeper } from './line-keeper.ts';
import { openExit } from './open-exit.ts';
import type { ReachFailure } from './reach.ts';
import { type Destination, readAuthority } from './read-destination.ts';
import { httpRefusal, type Refusal } from './refusals.ts';
import { type Seat, takeSeat } from './seat.ts';
import type { Asked } from './upstream-handshake.ts';
import { admit, openFor, type Visitor } from './visit.ts';

/** One client's connection at the carrier. */
export class CarriedLine implements LineKeeper, Moving {
  readonly #engine: Engine;
  readonly #carrier: Carrier;
  readonly #line: number;
  readonly way: CarriedWay;
  readonly #passes: CarriedPasses;
  #isGone = false;
  #isJoined = false;
  #seat: Seat | null = null;
  #onGone: (() => void) | null = null;

  constructor(engine: Engine, carrier: Carrier, line: number, passes: CarriedPasses) {
    this.#passes = passes;
    this.#engine = engine;
    this.#carrier = carrier;
    this.#line = line;
    this.way = new CarriedWay(carrier, line, engine.now);
  }

  /** `heard` is the whole head of a CONNECT, or the beginning of one that is longer than anybody needs. */
  take(from: string, heard: Buffer): void {
    const text = heard.toString('latin1');
    const head = text.endsWith(headEnd) ? readConnect(text.slice(0, -headEnd.length)) : null;
    const destination = head === null ? null : readAuthority(head.authority);
    if (head === null || destination === null) return this.#refuse('bad_request');
    const credentials = head.authorization === null ? null : readBasic(head.authorization);
    const admitted = admit(this.#engine, credentials, from);
    if (!admitted.ok) return this.#refuse(admitted.error);
    const visitor = admitted.value;
    const asking =
      credentials === null
        ? null
        : { visitor, era: visitor.customer.era, credentials, destination, from, head: text };
    void this.#open(visitor, destination, asking);
  }

  async #open(visitor: Visitor, destination: Destination, asking: Asking | null): Promise<void> {
    const { customer, targeting } = visitor;
    const { era } = customer;
    const opened = await openFor(this.#engine, visitor, () =>
      openExit(this.#engine, customer, targeting, destination, (exit, asked) =>
        // Where the right has changed while a name was asked for, nothing is joined before it has been looked at again.
        this.#reach(
          exit,
          asked,
          customer.era === era && !exit.isGone && exit.view.healthy ? this.#joinOf(customer, exit) : null,
        ),
      ),
    );
    if (this.#isGone) return;
    if (!opened.ok) return this.#isJoined ? this.destroy() : this.#refuse(opened.error);
    const { exit } = opened.value;
    this.#seat = takeSeat(this.#engine, customer, exit, this);
    if (this.#isJoined) {
      if (asking !== null) this.#passes.opened(asking);
      return;
    }
    this.#carrier.orders.join(this.#line, this.#joinOf(customer, exit), this.way.rest);
    this.#carrier.soon();
  }

  #joinOf(customer: Customer, exit: Exit): Join {
    const { accounts } = this.#carrier;
    const { purse } = customer.grant;
    return {
      purse: accounts.idOfPurse(purse === null ? null : this.#engine.purses.of(purse, this.#engine.now())),
      gates: accounts.gatesOf(customer, exit),
      greeting: established,
    };
  }

  async #reach(exit: Exit, asked: Asked, join: Join | null): Promise<this | ReachFailure> {
    const failure = await this.way.open(exit.view.outlet, asked, join);
    if (failure !== null) return failure;
    this.#isJoined = join !== null && exit.view.outlet.kind === 'local';
    return this;
  }

  #refuse(refusal: Refusal): void {
    this.#carrier.orders.refuse(this.#line, Buffer.from(httpRefusal(refusal), 'latin1'));
    this.#carrier.soon();
  }

  /** Bytes that came back. */
  heard(): Promise<number> {
    return this.way.count();
  }

  onceGone(listener: () => void): void {
    this.#onGone = listener;
  }

  gone(bytes: number): void {
    this.way.counted(bytes);
    this.#leave();
  }

  stir(): boolean {
    return true;
  }

  /** It was opened for nothing: what leaves ends with the refusal that follows. */
  close(): void {
    this.way.rest = Buffer.alloc(0);
  }

  destroy(): void {
    this.#carrier.end(this.#line);
    this.#leave();
  }

  #leave(): void {
    if (this.#isGone) return;
    this.#isGone = true;
    this.way.end();
    this.#seat?.leave();
    this.#onGone?.();
  }
}
