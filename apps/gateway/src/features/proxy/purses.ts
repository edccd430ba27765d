import { Purse } from './purse.ts';
import type { PurseTalk } from './slices.ts';

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

  /** Gives back what a purse holds, if it is in use here. */
  recall(id: string): void {
    this.#all.get(id)?.recall();
  }

  settle(): void {
    for (const purse of this.#all.values()) purse.settle();
  }
}
