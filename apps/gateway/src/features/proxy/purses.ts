import type { SliceLimit } from './proxy-messages.ts';
import { Purse } from './purse.ts';
import type { PurseTalk } from './slices.ts';

/** All purses that somebody uses here. */
export class Purses {
  readonly #talk: PurseTalk;
  readonly #all = new Map<string, Purse>();
  readonly #limits = new Map<string, readonly SliceLimit[]>();

  constructor(talk: PurseTalk) {
    this.#talk = talk;
  }

  of(id: string, now: number): Purse {
    let purse = this.#all.get(id);
    if (purse === undefined) {
      this.#all.set(id, (purse = new Purse(id, this.#talk, now)));
      purse.limit(this.#limits.get(id) ?? []);
    }
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

  /** Holds a purse to the limits of its slices, also of those that are on their way. */
  limit(id: string, limits: readonly SliceLimit[]): void {
    if (limits.length === 0) this.#limits.delete(id);
    else this.#limits.set(id, limits);
    this.#all.get(id)?.limit(limits);
  }

  settle(): void {
    for (const purse of this.#all.values()) purse.settle();
  }
}
