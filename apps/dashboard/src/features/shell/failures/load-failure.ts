/**
 * Error messages of browsers and of the loader for a chunk that cannot be loaded: Chromium, Firefox, Safari,
 * Vite.
 */
const LOAD_FAILURE =
  /dynamically imported module|Importing a module script failed|Unable to preload CSS|'text\/html' is not a valid JavaScript MIME type/i;

/**
 * Whether the error means that a chunk could not be loaded: a new version has replaced it, or the connection
 * is lost.
 */
export function isLoadFailure(failure: unknown): boolean {
  return failure instanceof Error && LOAD_FAILURE.test(failure.message);
}
