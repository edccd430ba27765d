/**
 * Access to the query client, which is loaded with the first screen that reads data; the login does not load
 * it.
 */
export interface QueryCacheAccess {
  /** Retries failed reads. */
  readonly retryFailures: () => void;
  /** Resets all reads after a sign-in. */
  readonly begin: () => void;
}

let kept: QueryCacheAccess | null = null;

/** Sets the access, once the query client is loaded. */
export function setQueryCacheAccess(data: QueryCacheAccess): void {
  kept = data;
}

/** Null before the query client is loaded. */
export function queryCacheAccess(): QueryCacheAccess | null {
  return kept;
}
