declare const answered: unique symbol;

/** Names an answer. What begins with the same parts stands below it, and is asked anew together with it. */
export type QueryKey = readonly unknown[];

/** A key that says what kind of answer it names. */
export type KeyOf<T> = QueryKey & { readonly [answered]?: T };

export interface QueryState<T> {
  /** The last answer; undefined before the first. */
  readonly data: T | undefined;
  /** When it came, in milliseconds since 1970; 0 before the first. */
  readonly dataUpdatedAt: number;
  /** What the last asking failed with; null where it did not. */
  readonly error: Error | null;
  readonly isFetching: boolean;
}

/** What an option is asked with that depends on the answer. */
export interface Known<T> {
  readonly state: QueryState<T>;
}

/** Told as a method is, so that the options of any answer are options of some answer. */
type Told<T, R> = { tell(query: Known<T>): R }['tell'];

export interface QueryOptions<T> {
  readonly queryKey: QueryKey;
  /** Asks. Whoever reads `signal` is called off once nobody waits for the answer any more. */
  readonly queryFn: (context: { readonly signal: AbortSignal }) => Promise<T>;
  /** False: it is not asked for as long as this stands. */
  readonly enabled?: boolean;
  /** For how many milliseconds an answer is fresh; 5000 unless told. `static`: nothing makes it stale. */
  readonly staleTime?: number | 'static';
  /** For how many milliseconds an answer that nobody shows is kept; 300 000 unless told. */
  readonly gcTime?: number;
  /** `always`: even while it is fresh. */
  readonly refetchOnWindowFocus?: boolean | Told<T, boolean | 'always'>;
  readonly refetchOnReconnect?: boolean;
  /** False: where it failed before and has no answer, a place that comes to show it does not ask for it again. */
  readonly retryOnMount?: boolean;
  /** Milliseconds between two askings while it is shown and the window is looked at. */
  readonly refetchInterval?: number | false | Told<T, number | false>;
}

/** Binds a key to the kind of answer that it names, for whoever reads or writes it by its key. */
export function queryOptions<T>(options: QueryOptions<T>): QueryOptions<T> & { readonly queryKey: KeyOf<T> } {
  return options;
}
