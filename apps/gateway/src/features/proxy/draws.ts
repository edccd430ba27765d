import type { PurseTalk } from './slices.ts';

/** Milliseconds after which an empty purse is asked for again: its owner may have bought some. */
const emptyFor = 2_000;

/** Asking the control plane for slices of one purse, one at a time. */
export class Draws {
  readonly #purse: string;
  readonly #talk: PurseTalk;
  #isUnderWay = false;
  #emptySince: number | null = null;

  constructor(purse: string, talk: PurseTalk) {
    this.#purse = purse;
    this.#talk = talk;
  }

  get isUnderWay(): boolean {
    return this.#isUnderWay;
  }

  /** The last answer was that there is nothing. */
  get isDry(): boolean {
    return this.#emptySince !== null && !this.#isUnderWay;
  }

  /** Asks for another slice, unless one is on its way or there was none a moment ago. */
  ask(now: number): void {
    if (this.#isUnderWay || (this.#emptySince !== null && now - this.#emptySince < emptyFor)) return;
    this.#isUnderWay = true;
    this.#talk.draw(this.#purse);
  }

  /** With a slice, or, since `emptySince`, with nothing. */
  answered(emptySince: number | null): void {
    this.#isUnderWay = false;
    this.#emptySince = emptySince;
  }
}
