/** What a log says of a fault: its words alone, for whatever else hangs on it may name a customer. */
export function reasonOf(error: unknown): string {
  return error instanceof Error ? error.message : 'unknown';
}
