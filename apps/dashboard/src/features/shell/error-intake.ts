const QUIET_MS = 10;

/** What the loader says when a part of the program cannot be fetched: the router already knows how to react to it. */
const LOAD_FAILURE = /dynamically imported module|Importing a module script failed|Unable to preload CSS/;

/**
 * Which unhandled failures become a page error: ours, not another origin's (those carry no error), not a part that
 * could not be loaded, and at most one in 10 ms, so that a loop of failures cannot drown the page. `now` is in
 * milliseconds.
 */
export function createErrorIntake(now: () => number): (failure: unknown) => Error | null {
  let last = Number.NEGATIVE_INFINITY;
  return (failure) => {
    if (!(failure instanceof Error) || failure.name === 'AbortError' || LOAD_FAILURE.test(failure.message))
      return null;
    const at = now();
    if (at - last < QUIET_MS) return null;
    last = at;
    return failure;
  };
}
