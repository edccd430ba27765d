import { isLoadFailure } from './load-failure.ts';

const QUIET_MS = 10;

/** What an unhandled failure leads to: a page error, the offer to load the page anew, or nothing. */
type Taken = { readonly kind: 'error'; readonly error: Error } | { readonly kind: 'reload' } | null;

/**
 * Sorts unhandled failures. A page error is made of ours, not of another origin's (those carry no error), and of at most one in 10 ms,
 * so that a loop of failures cannot drown the page. A part of the program that could not be fetched is no error to report.
 * `now` is in milliseconds.
 */
export function createErrorIntake(now: () => number): (failure: unknown) => Taken {
  let last = Number.NEGATIVE_INFINITY;
  return (failure) => {
    if (isLoadFailure(failure)) return { kind: 'reload' };
    if (!(failure instanceof Error) || failure.name === 'AbortError') return null;
    const at = now();
    if (at - last < QUIET_MS) return null;
    last = at;
    return { kind: 'error', error: failure };
  };
}
