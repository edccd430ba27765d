import type { QueryKey, QueryOptions, QueryState } from './options.ts';

const MINUTE = 60_000;

/** Whoever shows an answer. */
export interface Watcher {
  readonly changed: () => void;
}

/** Who hears that it changed, and that it is let go. */
interface Told {
  readonly changed: () => void;
  readonly given: () => void;
}

interface Asking<T> {
  readonly promise: Promise<T>;
  /** Resolves when it is over, whatever came of it. */
  readonly settled: Promise<void>;
  readonly controller: AbortController;
  /** It can be called off. */
  heedsSignal: boolean;
}

const UNKNOWN = { data: undefined, dataUpdatedAt: 0, error: null, isFetching: false } as const;

let changesOfAll = 0;

/** One answer of the API: what is known of it, who shows it, and the asking that is under way. */
export class Query<T> {
  readonly queryKey: QueryKey;
  state: QueryState<T> = UNKNOWN;
  /** Another number after each change of the state, and for each query. */
  version = ++changesOfAll;
  /** Something may have changed: it is stale, however young. */
  isInvalidated = false;
  readonly watchers = new Set<Watcher>();
  #asking: Asking<T> | null = null;
  #keptFor = 0;
  #end: ReturnType<typeof setTimeout> | undefined;

  readonly #told: Told;

  constructor(key: QueryKey, told: Told) {
    this.queryKey = key;
    this.#told = told;
  }

  /** Keeps it for as long as the most patient of those who want it says. */
  keepFor({ gcTime = 5 * MINUTE }: Pick<QueryOptions<T>, 'gcTime'>): void {
    if (gcTime <= this.#keptFor && this.#end !== undefined) return;
    this.#keptFor = Math.max(gcTime, this.#keptFor);
    this.#letGoLater();
  }

  isStale({ staleTime = 5000 }: Pick<QueryOptions<T>, 'staleTime'>): boolean {
    if (this.state.data === undefined) return true;
    if (staleTime === 'static') return false;
    return this.isInvalidated || Date.now() - this.state.dataUpdatedAt >= staleTime;
  }

  /**
   * Asks, unless it is asked already: then the answer is that one. With `anew`, an asking whose answer would only replace an older one is
   * called off for a new one, which sees what has changed meanwhile.
   */
  ask(queryFn: QueryOptions<T>['queryFn'], { anew = false } = {}): Promise<T> {
    if (this.#asking !== null) {
      if (!anew || this.state.data === undefined) return this.#asking.promise;
      this.#callOff();
    }
    const controller = new AbortController();
    const { promise, resolve, reject } = Promise.withResolvers<T>();
    // Whoever waits for the answer hears of its failure; the state says it to all others.
    const settled = promise.then(
      () => {},
      () => {},
    );
    const asking: Asking<T> = { promise, settled, controller, heedsSignal: false };
    const context = {
      get signal() {
        asking.heedsSignal = true;
        return controller.signal;
      },
    };
    const settle = (become: () => void, otherwise: () => void) => {
      if (this.#asking === asking) {
        this.#asking = null;
        become();
        this.#letGoLater();
      } else if (this.#asking !== null) resolve(this.#asking.promise);
      else otherwise();
    };
    this.#asking = asking;
    // Without any answer, what it failed with the last time stands for nothing any more.
    this.#become({ isFetching: true, error: this.state.data === undefined ? null : this.state.error });
    new Promise<T>((taken) => taken(queryFn(context))).then(
      (data) =>
        settle(
          () => {
            this.set(data);
            resolve(data);
          },
          () => resolve(data),
        ),
      (thrown: unknown) => {
        const error = thrown instanceof Error ? thrown : new Error(String(thrown));
        settle(
          () => {
            this.#become({ isFetching: false, error });
            reject(error);
          },
          () => reject(error),
        );
      },
    );
    return promise;
  }

  /** Asks, and resolves when that is over, whatever came of it. The same promise for as long as it is the same asking. */
  settled(queryFn: QueryOptions<T>['queryFn']): Promise<void> {
    void this.ask(queryFn);
    return this.#asking?.settled ?? Promise.resolve();
  }

  /** Takes an answer. One that says the same as the one before takes nothing's place, so that nothing is drawn anew for it. */
  set(data: T): void {
    const before = this.state.data;
    const isSame = before !== undefined && JSON.stringify(before) === JSON.stringify(data);
    this.isInvalidated = false;
    this.#become({
      data: isSame ? before : data,
      dataUpdatedAt: Date.now(),
      error: null,
      isFetching: this.#asking !== null,
    });
    this.#letGoLater();
  }

  /** Calls the asking off: its answer is not taken, and what was known stands. */
  cancel(): void {
    if (this.#asking === null) return;
    this.#callOff();
    this.#become({ isFetching: false });
  }

  /** Forgets what is known. */
  reset(): void {
    this.#callOff();
    this.isInvalidated = false;
    this.#become(UNKNOWN);
  }

  watch(watcher: Watcher): () => void {
    this.watchers.add(watcher);
    clearTimeout(this.#end);
    return () => {
      this.watchers.delete(watcher);
      if (this.watchers.size === 0 && this.#asking?.heedsSignal === true) this.cancel();
      this.#letGoLater();
    };
  }

  /** Ends it: whoever asks under its key begins another. */
  end(): void {
    clearTimeout(this.#end);
    this.#callOff();
    this.#told.given();
  }

  #callOff(): void {
    this.#asking?.controller.abort();
    this.#asking = null;
  }

  #become(next: Partial<QueryState<T>>): void {
    this.state = { ...this.state, ...next };
    this.version = ++changesOfAll;
    this.#told.changed();
    for (const { changed } of this.watchers) changed();
  }

  #letGoLater(): void {
    clearTimeout(this.#end);
    if (this.watchers.size > 0 || this.#asking !== null) return;
    this.#end = setTimeout(() => this.end(), this.#keptFor);
  }
}
