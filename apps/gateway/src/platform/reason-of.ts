/** What the log says of a fault: its words alone, for what else hangs on it may name a customer. */
export function reasonOf(error: unknown): string {
  return error instanceof Error ? error.message : 'unknown';
}
