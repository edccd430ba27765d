/** What browsers and the loader say when a part of the program cannot be fetched: Chromium, Firefox, Safari, Vite. */
const LOAD_FAILURE =
  /dynamically imported module|Importing a module script failed|Unable to preload CSS|'text\/html' is not a valid JavaScript MIME type/i;

/** True when a part of the program could not be fetched: a new version took its place, or the connection is gone. Nothing in it is broken. */
export function isLoadFailure(failure: unknown): boolean {
  return failure instanceof Error && LOAD_FAILURE.test(failure.message);
}
