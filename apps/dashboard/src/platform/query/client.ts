import type { KeyOf, QueryKey, QueryOptions } from './options.ts';
import { Query } from './query.ts';

/** Which of the answers: those at or below a key (all without one), at it only, those of which it is true. */
export interface Which {
  readonly queryKey?: QueryKey;
  readonly exact?: boolean;
  readonly predicate?: (query: Query<unknown>) => boolean;
}

/** A place that shows an answer, as far as all are alike. */
interface AnyWatch {
  readonly isAsked: boolean;
  isOf(query: Query<unknown>): boolean;
  ask(): Promise<unknown>;
  lookedAt(): void;
  reconnected(): void;
}

/** Hears of each change of an answer, and when one is let go. */
export type Hearer = (key: QueryKey, what: 'changed' | 'given') => void;

/**
 * Keeps the answers of the API under their keys: fresh for 5 s, kept for 5 min once nobody shows them, asked anew on focus, on reconnect
 * and where they come to be shown (product.md §7). The client of the API repeats a read; nothing is repeated here, and no change is.
 * Nothing waits for a lost network to come back: it fails and says so, and no payment opens minutes later because of a press that was
 * forgotten.
 */
export class QueryClient {
  readonly watches = new Set<AnyWatch>();
  /** The changes that were made, until a minute after they settled. */
  readonly changes = new Set<object>();
  readonly #queries = new Map<string, Query<unknown>>();
  readonly #hearers = new Set<Hearer>();

  readonly isLookedAt: () => boolean;

  constructor(isLookedAt: () => boolean = () => true) {
    this.isLookedAt = isLookedAt;
  }

  /** What is kept under the key of these options; nothing yet if nobody asked. */
  query<T>(options: Pick<QueryOptions<T>, 'queryKey' | 'gcTime'>): Query<T> {
    const query = this.#at<T>(options.queryKey);
    query.keepFor(options);
    return query;
  }

  getQueryData<T>(key: KeyOf<T>): T | undefined {
    return this.#queries.get(JSON.stringify(key))?.state.data as T | undefined;
  }

  /** Takes an answer as if it had been asked for; one that a function makes of the present one, unless that is undefined. */
  setQueryData<T>(key: KeyOf<T>, next: T | ((present: T | undefined) => T | undefined)): void {
    const data = next instanceof Function ? next(this.getQueryData(key)) : next;
    if (data !== undefined) this.query<T>({ queryKey: key }).set(data);
  }

  /** What is fresh, or else what the API says now. */
  async fetchQuery<T>(options: QueryOptions<T>): Promise<T> {
    const query = this.query<T>(options);
    const { data } = query.state;
    return data === undefined || query.isStale(options) ? query.ask(options.queryFn) : data;
  }

  /** The same for later: what fails is heard of by whoever shows it. */
  async prefetchQuery<T>(options: QueryOptions<T>): Promise<void> {
    await this.fetchQuery(options).catch(() => undefined);
  }

  /** What was known may have changed: what is shown is asked anew, the rest when it is shown next. Resolves when the answers are there. */
  invalidateQueries(which: Which = {}): Promise<void> {
    const chosen = this.#chosen(which);
    for (const query of chosen) query.isInvalidated = true;
    return this.#askWhatIsShown(chosen);
  }

  /** Forgets what was known, and asks anew for what is shown. */
  resetQueries(which: Which = {}): Promise<void> {
    const chosen = this.#chosen(which);
    for (const query of chosen) query.reset();
    return this.#askWhatIsShown(chosen);
  }

  removeQueries(which: Which): void {
    for (const query of this.#chosen(which)) query.end();
  }

  /** Calls off what is being asked, lest an older answer take the place of what is shown ahead of a change. */
  cancelQueries(which: Which): void {
    for (const query of this.#chosen(which)) query.cancel();
  }

  /**
   * Asks anew for what failed, where it is shown. An answer from before the failure stands until the next one is there: without it a screen
   * would be drawn from its beginning, and lose what somebody was writing in it.
   */
  forgetFailures(): void {
    void this.#askWhatIsShown(this.#failuresForgotten());
  }

  hear(hearer: Hearer): void {
    this.#hearers.add(hearer);
  }

  /** Somebody looks at the window again. */
  lookedAt(): void {
    for (const watch of this.watches) watch.lookedAt();
  }

  /** Our servers can be reached again: what failed and is shown is sent again, and what is stale, each once. */
  reconnected(): void {
    this.#failuresForgotten();
    for (const watch of this.watches) watch.reconnected();
  }

  #failuresForgotten(): readonly Query<unknown>[] {
    const failed = this.#chosen({ predicate: ({ state }) => state.error !== null });
    for (const query of failed) {
      if (query.state.data === undefined) query.reset();
      else query.isInvalidated = true;
    }
    return failed;
  }

  #at<T>(key: QueryKey): Query<T> {
    const name = JSON.stringify(key);
    const present = this.#queries.get(name);
    if (present !== undefined) return present as Query<T>;
    const tell = (what: 'changed' | 'given') => {
      for (const hear of this.#hearers) hear(key, what);
    };
    const query = new Query<T>(key, {
      changed: () => tell('changed'),
      given: () => {
        if (this.#queries.get(name) === query) this.#queries.delete(name);
        tell('given');
      },
    });
    this.#queries.set(name, query);
    return query;
  }

  #chosen({ queryKey = [], exact = false, predicate = () => true }: Which): readonly Query<unknown>[] {
    const begins = queryKey.map((part) => JSON.stringify(part));
    return [...this.#queries.values()].filter(
      (query) =>
        begins.every((part, place) => JSON.stringify(query.queryKey[place]) === part) &&
        (!exact || query.queryKey.length === begins.length) &&
        predicate(query),
    );
  }

  async #askWhatIsShown(chosen: readonly Query<unknown>[]): Promise<void> {
    const asked = chosen.flatMap((query) => {
      const watch = [...this.watches].find((one) => one.isAsked && one.isOf(query));
      return watch === undefined ? [] : [watch.ask()];
    });
    await Promise.allSettled(asked);
  }
}
