/** Returns the message of an error for a log, without its other properties, which may identify a customer. */
export function reasonOf(error: unknown): string {
  return error instanceof Error ? error.message : 'unknown';
}
