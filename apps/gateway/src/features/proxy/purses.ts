/** Somebody who could not pay. An object and not a function: every tunnel would need one of its own, and hardly any ever waits. */
export interface Payer {
  /** There is more, or it is known that there is none. */
  onPurse(): void;
}

/** What a purse has to say to the control plane; see `proxyNews`. */
export interface PurseTalk {
  draw(purse: string): void;
  used(slice: string, bytes: number, done: boolean): void;
}

interface Slice {
  readonly id: string;
  readonly bytes: number;
  used: number;
  told: number;
}

/** Milliseconds after which an empty purse is asked for again: its owner may have bought some. */
const emptyFor = 2_000;
/** Milliseconds without anybody at a purse after which what is left is given back. */
const idleFor = 60_000;

/**
 * The data that one customer may still use here, in slices that were deducted from the ledger before they came. Bytes are taken before
 * they are sent, so that what is used is never more than what was given, and at the end exactly that.
 */
export class Purse {
  readonly #id: string;
  readonly #talk: PurseTalk;
  readonly #slices: Slice[] = [];
  readonly #waiting = new Set<Payer>();
  #left = 0;
  #drawing = false;
  #emptySince: number | null = null;
  #users = 0;
  #idleSince: number;

  constructor(id: string, talk: PurseTalk, now: number) {
    this.#id = id;
    this.#talk = talk;
    this.#idleSince = now;
  }

  /** Nothing is left, and nothing is to come: whoever uses it has to end. */
  get isEmpty(): boolean {
    return this.#left === 0 && this.#emptySince !== null && !this.#drawing;
  }

  get left(): number {
    return this.#left;
  }

  /**
   * Takes as many of `bytes` as there are, and asks for more in time. What is not granted may be asked for again when `wait` calls
   * back. `now` in milliseconds.
   */
  take(bytes: number, now: number): number {
    const granted = Math.min(bytes, this.#left);
    this.#left -= granted;
    let rest = granted;
    for (let slice = this.#slices[0]; slice !== undefined; slice = this.#slices[0]) {
      const part = Math.min(rest, slice.bytes - slice.used);
      slice.used += part;
      rest -= part;
      if (slice.used < slice.bytes) break;
      this.#slices.shift();
      this.#talk.used(slice.id, slice.used, true);
    }
    if (granted < bytes || this.#left < (this.#slices.at(-1)?.bytes ?? 0) / 2) this.draw(now);
    return granted;
  }

  /** Asks for another slice, unless one is on its way or there was none a moment ago. */
  draw(now: number): void {
    if (this.#drawing || (this.#emptySince !== null && now - this.#emptySince < emptyFor)) return;
    this.#drawing = true;
    this.#talk.draw(this.#id);
  }

  credit(id: string, bytes: number): void {
    this.#drawing = false;
    this.#emptySince = null;
    if (bytes === 0) this.#talk.used(id, 0, true);
    else this.#slices.push({ id, bytes, used: 0, told: 0 });
    this.#left += bytes;
    this.#wake();
  }

  empty(now: number): void {
    this.#drawing = false;
    this.#emptySince = now;
    this.#wake();
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
    const index = this.#slices.findIndex((slice) => slice.id === id);
    const [slice] = index === -1 ? [] : this.#slices.splice(index, 1);
    if (slice === undefined) return;
    this.#left -= slice.bytes - slice.used;
    this.#talk.used(id, slice.used, true);
  }

  /** Tells what was used since the last time; all is given back, and true returned, when nobody has been here for a while. */
  report(now: number): boolean {
    const idle = this.#users === 0 && now - this.#idleSince >= idleFor;
    if (idle) this.settle();
    for (const slice of this.#slices) {
      if (slice.used === slice.told) continue;
      slice.told = slice.used;
      this.#talk.used(slice.id, slice.used, false);
    }
    return idle && !this.#drawing;
  }

  /** Gives back what is left. */
  settle(): void {
    this.#left = 0;
    for (const { id, used } of this.#slices.splice(0)) this.#talk.used(id, used, true);
  }

  #wake(): void {
    const payers = [...this.#waiting];
    this.#waiting.clear();
    for (const payer of payers) payer.onPurse();
  }
}

/** All purses that somebody uses here. */
export class Purses {
  readonly #talk: PurseTalk;
  readonly #all = new Map<string, Purse>();

  constructor(talk: PurseTalk) {
    this.#talk = talk;
  }

  of(id: string, now: number): Purse {
    let purse = this.#all.get(id);
    if (purse === undefined) this.#all.set(id, (purse = new Purse(id, this.#talk, now)));
    return purse;
  }

  report(now: number): void {
    for (const [id, purse] of this.#all) if (purse.report(now)) this.#all.delete(id);
  }

  lapse(slice: string): void {
    for (const purse of this.#all.values()) purse.lapse(slice);
  }

  settle(): void {
    for (const purse of this.#all.values()) purse.settle();
  }
}
