import type { QueryClient } from './client.ts';
import type { QueryOptions } from './options.ts';
import type { Query } from './query.ts';

/** One place that shows an answer, and asks for it by the rules of its options. */
export class Watch<T> {
  /** Present options; the key of the first stays. */
  options: QueryOptions<T>;
  readonly #client: QueryClient;
  readonly #query: Query<T>;
  readonly #end: () => void;
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(client: QueryClient, options: QueryOptions<T>, changed: () => void) {
    this.options = options;
    this.#client = client;
    this.#query = client.query(options);
    this.#end = this.#query.watch({
      changed: () => {
        this.#lookAgainLater();
        changed();
      },
    });
    client.watches.add(this);
    if (options.retryOnMount !== false || this.#query.state.error === null) this.#askIfStale();
    this.#lookAgainLater();
  }

  /** Whether it is asked for here, and anything can make it stale. */
  get isAsked(): boolean {
    return this.options.enabled !== false && this.options.staleTime !== 'static';
  }

  isOf(query: Query<unknown>): boolean {
    return Object.is(this.#query, query);
  }

  change(options: QueryOptions<T>): void {
    const wasOff = this.options.enabled === false;
    this.options = options;
    if (wasOff) this.#askIfStale();
    this.#lookAgainLater();
  }

  /** Asks now, in place of what is under way unless `joins`. */
  ask({ joins = false } = {}): Promise<T> {
    return this.#query.ask(this.options.queryFn, { anew: !joins });
  }

  /** Somebody looks at the window again. */
  lookedAt(): void {
    const { refetchOnWindowFocus: wish = true } = this.options;
    this.#comeBack(typeof wish === 'function' ? wish(this.#query) : wish);
  }

  /** Our servers can be reached again. What failed has no answer to keep, whatever is wished for answers. */
  reconnected(): void {
    const isUnknown = this.#query.state.data === undefined;
    this.#comeBack(isUnknown || (this.options.refetchOnReconnect ?? true));
  }

  end(): void {
    clearTimeout(this.#timer);
    this.#client.watches.delete(this);
    this.#end();
  }

  #comeBack(wish: boolean | 'always'): void {
    if (!this.isAsked || wish === false) return;
    if (wish === 'always') void this.ask({ joins: true });
    else this.#askIfStale();
  }

  #askIfStale(): void {
    if (this.options.enabled !== false && this.#query.isStale(this.options)) void this.ask({ joins: true });
  }

  #lookAgainLater(): void {
    clearTimeout(this.#timer);
    const { enabled, refetchInterval: wish = false } = this.options;
    const pause = typeof wish === 'function' ? wish(this.#query) : wish;
    if (enabled === false || pause === false || this.#query.state.isFetching) return;
    this.#timer = setTimeout(() => {
      if (this.#client.isLookedAt()) void this.ask({ joins: true });
      else this.#lookAgainLater();
    }, pause);
  }
}
