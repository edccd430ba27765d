/** Access to the query client, which is loaded with the first screen that reads data; the login has none. */
export interface KeptData {
  /** Sends failed reads again. */
  readonly retryFailures: () => void;
  /** Resets all reads after a sign-in. */
  readonly begin: () => void;
}

let kept: KeptData | null = null;

export function setKeptData(data: KeptData): void {
  kept = data;
}

/** Null before the query client is loaded. */
export function keptData(): KeptData | null {
  return kept;
}
