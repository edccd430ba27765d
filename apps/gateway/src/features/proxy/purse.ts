import { Draws } from './draws.ts';
import { type Borrower, Loan } from './loan.ts';
import type { SliceLimit } from './proxy-messages.ts';
import { type PurseTalk, Slices } from './slices.ts';

/** A new connection that waits for quota. */
export interface Payer {
  /** There is more, or it is known that there is none. */
  onPurse(): void;
}

/** Milliseconds without anybody at a purse after which what is left is given back. */
const idleFor = 60_000;

/**
 * The data that one customer may still use here, in slices that were deducted from the ledger before they came. The borrower, which is the
 * relay, spends it byte by byte before it sends; nothing is spent here.
 */
export class Purse {
  readonly #draws: Draws;
  readonly #slices: Slices;
  readonly #waiting = new Set<Payer>();
  #left = 0;
  #users = 0;
  #idleSince: number;
  #loan: Loan | null = null;
  /** Slices that lapse when what is lent has come back. */
  readonly #lapsing = new Set<string>();
  /** The most that is used of these slices in all, also of one that arrives later. */
  #limits: readonly SliceLimit[] = [];
  /** What is on its way was drawn before a recall, perhaps under a limit that is not valid any more. */
  #returnsNext = false;

  constructor(id: string, talk: PurseTalk, now: number) {
    this.#draws = new Draws(id, talk);
    this.#slices = new Slices(talk);
    this.#idleSince = now;
  }

  /** Nothing is left, and nothing is to come: whoever uses it has to end. */
  get isEmpty(): boolean {
    return this.left === 0 && this.#draws.isDry;
  }

  /** What is lent may be had back. */
  get left(): number {
    return this.#left + this.#lent;
  }

  /** Not among `#left`. */
  get #lent(): number {
    return this.#loan?.bytes ?? 0;
  }

  /** Also when the last byte has just been paid: a new connection may be waiting for one. */
  #drawInTime(now: number): void {
    if (this.left === 0 || this.left < this.#slices.lastSize / 2) this.draw(now);
  }

  /** From now on `borrower` pays from here; it has something to begin with, if there is anything. */
  lendTo(borrower: Borrower): void {
    const bytes = this.#left;
    this.#left = 0;
    this.#loan = new Loan(borrower, bytes);
  }

  /** Somebody new pays from what is lent: there has to be something. */
  lendMore(): void {
    if (this.#lent === 0) this.#lend();
  }

  /** So much of what was lent has been used. */
  spent(bytes: number, now: number): void {
    this.#loan?.spent(bytes);
    this.#slices.use(bytes);
    this.#drawInTime(now);
    if (this.isEmpty && this.#loan?.owes === true) this.#loan.break();
  }

  /** The borrower has less than it was to have. */
  short(now: number): void {
    this.#loan?.owe();
    this.#lend();
    this.#drawInTime(now);
    if (this.isEmpty) this.#loan?.break();
  }

  /** All that was left of what was lent. */
  returned(bytes: number): void {
    this.#loan?.returned(bytes);
    this.#left += bytes;
    for (const id of this.#lapsing) this.lapse(id);
    this.#keepLimits();
    this.#wake();
    if (this.#loan?.owes === true) this.#lend();
  }

  #lend(): void {
    this.#left -= this.#loan?.extend(this.#left) ?? 0;
  }

  /** Asks for another slice, unless one is on its way or there was none a moment ago. */
  draw(now: number): void {
    this.#draws.ask(now);
  }

  credit(id: string, bytes: number): void {
    this.#draws.answered(null);
    this.#slices.add(id, bytes);
    this.#left += bytes;
    if (this.#limits.length > 0) this.limit(this.#limits);
    if (this.#returnsNext) this.lapse(id);
    this.#returnsNext = false;
    this.#wake();
    if (this.#loan?.owes === true) this.#lend();
  }

  empty(now: number): void {
    this.#draws.answered(now);
    this.#returnsNext = false;
    this.#wake();
    if (this.isEmpty) this.#loan?.break();
  }

  /** Calls back once, when there is more, or when it is known that there is none. */
  wait(payer: Payer): void {
    this.#waiting.add(payer);
  }

  forget(payer: Payer): void {
    this.#waiting.delete(payer);
  }

  open(): void {
    this.#users += 1;
  }

  close(now: number): void {
    this.#users -= 1;
    if (this.#users === 0) this.#idleSince = now;
  }

  /** Gives a slice back whatever is left of it. */
  lapse(id: string): void {
    if (this.#lent === 0) {
      this.#lapsing.delete(id);
      this.#left -= this.#slices.end(id);
    } else if (this.#slices.has(id)) {
      this.#lapsing.add(id);
      this.#loan?.owe();
      this.#loan?.recall();
    }
  }

  /** Uses no more of these slices than is said, and gives the rest back; what is lent comes back for that first. */
  limit(limits: readonly SliceLimit[]): void {
    this.#limits = limits;
    if (this.#lent === 0) this.#keepLimits();
    else if (limits.some(({ slice, bytes }) => this.#slices.isAbove(slice, bytes))) {
      this.#loan?.owe();
      this.#loan?.recall();
    }
  }

  #keepLimits(): void {
    for (const { slice, bytes } of this.#limits) this.#left -= this.#slices.limit(slice, bytes);
  }

  /** Gives all slices back, and the one that is on its way when it arrives: what is spent from now on is drawn anew. */
  recall(): void {
    this.#returnsNext = this.#draws.isUnderWay;
    for (const id of this.#slices.ids) this.lapse(id);
  }

  /** Tells what was used since the last time; all is given back, and true returned, when nobody has been here for a while. */
  report(now: number): boolean {
    const idle = this.#users === 0 && now - this.#idleSince >= idleFor;
    if (idle && this.#lent > 0) {
      this.#loan?.recall();
      return false;
    }
    if (idle) this.settle();
    this.#slices.report();
    return idle && !this.#draws.isUnderWay;
  }

  /** Gives back what is left. */
  settle(): void {
    this.#left = 0;
    this.#loan?.end();
    this.#loan = null;
    this.#slices.endAll();
  }

  #wake(): void {
    const payers = [...this.#waiting];
    this.#waiting.clear();
    for (const payer of payers) payer.onPurse();
  }
}
