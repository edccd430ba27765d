import { useEffect, useState, useSyncExternalStore } from 'react';
import { useQueryClient } from './context.ts';
import type { QueryOptions, QueryState } from './options.ts';
import type { Query } from './query.ts';
import { Shown } from './shown.ts';

export interface Refetch<T> {
  /** Asks now, however fresh. Its failure is thrown only with `throwOnError`. */
  readonly refetch: (how?: { readonly throwOnError?: boolean }) => Promise<{ readonly data: T | undefined }>;
}

/** What is known of an answer. It is pending where nothing is known yet, asked for or not. */
export type Known<T> = QueryState<T> & Refetch<T> & { readonly isPending: boolean };

/** An answer that is there. */
interface Answered<T> {
  readonly data: T;
  readonly dataUpdatedAt: number;
}

interface Several<T extends readonly unknown[]> {
  readonly queries: readonly [...{ [K in keyof T]: QueryOptions<T[K]> }];
}

/** Shows an answer, or that it is not there yet. */
export function useQuery<T>(options: QueryOptions<T>): Known<T> {
  const [query] = useWatched<[T]>([options]);
  const { state } = query;
  return {
    ...state,
    isPending: state.data === undefined && state.error === null,
    refetch: async ({ throwOnError = false } = {}) => {
      const asked = query.ask(options.queryFn, { anew: true });
      const data = await (throwOnError ? asked : asked.catch(() => undefined));
      return { data };
    },
  };
}

/** Shows an answer. Until it is there, the nearest Suspense shows something else; what it fails with is thrown. */
export function useSuspenseQuery<T>(options: QueryOptions<T>): Answered<T> {
  return useSuspenseQueries<[T]>({ queries: [options] })[0];
}

/** Shows several answers, asked for together. */
export function useSuspenseQueries<T extends readonly unknown[]>({
  queries: wanted,
}: Several<T>): {
  readonly [K in keyof T]: Answered<T[K]>;
} {
  const queries = useWatched(wanted);
  const asked = queries.flatMap((query, place) => {
    const { data, error } = query.state;
    const options = wanted[place];
    if (data !== undefined || options === undefined) return [];
    if (error !== null) throw error;
    return [query.settled(options.queryFn)];
  });
  // Thrown, not given to `use`: where hooks follow, React draws on from a `use` that was answered meanwhile, and fails (its error 467).
  // oxlint-disable-next-line typescript/only-throw-error -- Suspense waits for what is thrown if it can be waited for
  if (asked.length > 0) throw Promise.all(asked);
  return queries.map(({ state }) => state) as never;
}

/** The queries of these options, watched for as long as they are shown. */
function useWatched<T extends readonly unknown[]>(
  wanted: Several<T>['queries'],
): { readonly [K in keyof T]: Query<T[K]> } {
  const client = useQueryClient();
  const [shown] = useState(() => new Shown(client));
  const version = () => wanted.map((options) => client.query(options).version).join();
  useSyncExternalStore(shown.subscribe, version, version);
  useEffect(() => shown.show(wanted));
  useEffect(() => () => shown.show([]), [shown]);
  return wanted.map((options) => client.query(options)) as never;
}
