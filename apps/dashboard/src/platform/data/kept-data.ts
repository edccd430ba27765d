/** What screens have asked for and keep. It comes with the first screen that asks for anything; a login asks for nothing. */
export interface KeptData {
  /** Sends failed reads again. */
  readonly retryFailures: () => void;
  /** Somebody signed in: whatever was known is asked anew. */
  readonly begin: () => void;
}

let kept: KeptData | null = null;

export function setKeptData(data: KeptData): void {
  kept = data;
}

/** Null as long as no screen has asked for anything. */
export function keptData(): KeptData | null {
  return kept;
}
