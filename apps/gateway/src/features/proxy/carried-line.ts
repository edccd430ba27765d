import type { Result } from '@comet/foundation';
import type { Carrier } from './carrier.ts';
import { CarriedWay } from './carried-way.ts';
import type { Join } from './carrier-orders.ts';
import type { Customer } from './customer.ts';
import type { Engine, Moving } from './engine.ts';
import type { Exit } from './exits.ts';
import { joinOf } from './join-of.ts';
import type { LineKeeper } from './line-keeper.ts';
import { type Opened, openExit, type Reach } from './open-exit.ts';
import type { ReachFailure } from './reach.ts';
import type { Destination } from './read-destination.ts';
import type { Refusal } from './refusals.ts';
import { type Seat, takeSeat } from './seat.ts';
import type { Asked } from './upstream-handshake.ts';
import { openFor, type Visitor } from './visit.ts';

/** What a client hears when its tunnel stands, or why there is none. */
export interface Words {
  readonly greeting: Buffer;
  refuse(carrier: Carrier, line: number, refusal: Refusal): void;
}

/** One client's connection at the carrier that becomes a tunnel. */
export class CarriedLine implements LineKeeper, Moving {
  readonly #engine: Engine;
  readonly #carrier: Carrier;
  readonly #line: number;
  readonly way: CarriedWay;
  readonly #words: Words;
  #isGone = false;
  #isJoined = false;
  #seat: Seat | null = null;
  #onGone: (() => void) | null = null;

  constructor(engine: Engine, carrier: Carrier, line: number, words: Words) {
    this.#words = words;
    this.#engine = engine;
    this.#carrier = carrier;
    this.#line = line;
    this.way = new CarriedWay(carrier, line, engine.now);
  }

  /** Leaves by an exit that `visitor` may choose; `onOpened` where the way stood as soon as it was connected. */
  visit(visitor: Visitor, destination: Destination, onOpened: () => void = () => undefined): void {
    const { customer, targeting } = visitor;
    const opening = (reaches: Reach<this>) =>
      openFor(this.#engine, visitor, () => openExit(this.#engine, customer, targeting, destination, reaches));
    void this.open(customer, opening, onOpened);
  }

  async open(
    customer: Customer,
    opening: (reaches: Reach<this>) => Promise<Result<Opened<this>, Refusal>>,
    onOpened: () => void = () => undefined,
  ): Promise<void> {
    const { era } = customer;
    // Where the right has changed while a name was asked for, nothing is joined before it has been looked at again.
    const isRight = (exit: Exit): boolean => customer.era === era && !exit.isGone && exit.view.healthy;
    const opened = await opening((exit, asked) =>
      this.#reach(exit, asked, isRight(exit) ? this.#joinOf(customer, exit) : null),
    );
    if (this.#isGone) return;
    if (!opened.ok) return this.#isJoined ? this.destroy() : this.refuse(opened.error);
    const { exit } = opened.value;
    this.#seat = takeSeat(this.#engine, customer, exit, this);
    if (this.#isJoined) return onOpened();
    this.#carrier.orders.join(this.#line, this.#joinOf(customer, exit), this.way.rest);
    this.#carrier.soon();
  }

  #joinOf(customer: Customer, exit: Exit): Join {
    return joinOf(this.#engine, this.#carrier, customer, exit, this.#words.greeting);
  }

  async #reach(exit: Exit, asked: Asked, join: Join | null): Promise<this | ReachFailure> {
    const failure = await this.way.open(exit.view.outlet, asked, join);
    if (failure !== null) return failure;
    this.#isJoined = join !== null && exit.view.outlet.kind === 'local';
    return this;
  }

  refuse(refusal: Refusal): void {
    this.#words.refuse(this.#carrier, this.#line, refusal);
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
