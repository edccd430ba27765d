const MINUTE = 60_000;

interface Polled<T> {
  readonly state: { readonly status: 'pending' | 'error' | 'success'; readonly data: T | undefined };
}

/**
 * The `refetchInterval` of a query that is polled, in ms. A failed read is repeated after a minute, on focus,
 * on reconnect or on request: a failing endpoint is called twice a minute, including the query's retry.
 */
export function polled<T>(interval: (data: T | undefined) => number | false) {
  return ({ state: { status, data } }: Polled<T>): number | false => {
    const pause = interval(data);
    return pause !== false && status === 'error' ? MINUTE : pause;
  };
}
