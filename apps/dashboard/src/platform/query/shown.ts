import type { QueryClient } from './client.ts';
import type { QueryOptions } from './options.ts';
import { Watch } from './watch.ts';

/** The answers that one component shows, from drawing to drawing. */
export class Shown {
  readonly #client: QueryClient;
  readonly #changed = new Set<() => void>();
  #watches: readonly Watch<unknown>[] = [];

  constructor(client: QueryClient) {
    this.#client = client;
  }

  readonly subscribe = (changed: () => void): (() => void) => {
    this.#changed.add(changed);
    return () => void this.#changed.delete(changed);
  };

  /** Watches what is wanted now, and nothing else any more. What stays is not asked anew for it. */
  show(wanted: readonly QueryOptions<unknown>[]): void {
    const before = this.#watches;
    this.#watches = wanted.map((options, place) => {
      const present = before[place];
      if (present?.isOf(this.#client.query(options)) === true) {
        present.change(options);
        return present;
      }
      return new Watch(this.#client, options, () => {
        for (const changed of this.#changed) changed();
      });
    });
    for (const watch of before) if (!this.#watches.includes(watch)) watch.end();
  }
}
