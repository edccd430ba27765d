import { CarriedWay } from './carried-way.ts';
import type { Carrier } from './carrier.ts';
import type { Moving } from './engine.ts';
import type { Engine } from './engine.ts';
import type { Exit } from './exits.ts';
import type { Leaving } from './open-exit.ts';
import type { ReachFailure } from './reach.ts';
import { type Seat, takeSeat } from './seat.ts';
import type { Asked } from './upstream-handshake.ts';
import type { Visitor } from './visit.ts';

/** A connection to a server at the carrier, for requests of one client to one destination: for one, and for the next where it is kept. */
export class ServerConnection implements Leaving, Moving {
  readonly way: CarriedWay;
  /** The user name with its parameters, and the host. */
  readonly key: string;
  readonly visitor: Visitor;
  readonly #engine: Engine;
  readonly #carrier: Carrier;
  readonly #line: number;
  /** The customer's, when it was opened: whoever has lost that right gets no request through it. */
  readonly #era: number;
  /** The end of the session's run in which it was opened, once that is known. */
  #run: number | null = null;
  #exit: Exit | null = null;
  #seat: Seat | null = null;
  #onGone: (() => void) | null = null;
  #isGone = false;

  constructor(engine: Engine, carrier: Carrier, line: number, key: string, visitor: Visitor) {
    this.way = new CarriedWay(carrier, line, engine.now);
    this.key = key;
    this.visitor = visitor;
    this.#engine = engine;
    this.#carrier = carrier;
    this.#line = line;
    this.#era = visitor.customer.era;
  }

  /** Null before it is open. */
  get exit(): Exit | null {
    return this.#exit;
  }

  async reach(exit: Exit, asked: Asked): Promise<this | ReachFailure> {
    return (await this.way.open(exit.view.outlet, asked, null)) ?? this;
  }

  /** It is open by this exit, and counts until it is gone. */
  opened(exit: Exit): void {
    this.#exit = exit;
    this.#seat = takeSeat(this.#engine, this.visitor.customer, exit, this);
  }

  /**
   * Whether it is right for who asks now: the name may mean another customer by then, or one who came back, and the session may have
   * another exit.
   */
  serves(key: string, { customer, targeting }: Visitor): boolean {
    if (this.#isGone || this.#exit === null || key !== this.key) return false;
    if (customer !== this.visitor.customer || this.hasLostRight) return false;
    if (targeting.session === null) return true;
    const kept = this.#engine.sessions.find(customer.grant.username, targeting, this.#engine.now());
    this.#run ??= kept?.until ?? null;
    return kept !== null && kept.until === this.#run;
  }

  get hasLostRight(): boolean {
    return this.visitor.customer.era !== this.#era;
  }

  heard(): Promise<number> {
    return this.way.count();
  }

  onceGone(listener: () => void): void {
    this.#onGone = listener;
  }

  /** It was opened for nothing: it ends with the refusal that follows. */
  close(): void {
    this.leave();
  }

  stir(): boolean {
    return true;
  }

  destroy(): void {
    if (this.#isGone) return;
    this.leave();
    this.#carrier.orders.drop(this.#line);
    this.#carrier.soon();
  }

  /** It does not count any more; may be called more than once. */
  leave(): void {
    this.#isGone = true;
    this.way.end();
    this.#seat?.leave();
    this.#onGone?.();
    this.#onGone = null;
  }
}
