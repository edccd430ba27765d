/** An error for the user of a command: its message contains the reason and the remedy and is printed without a stack trace. */
export class Refusal extends Error {
  override readonly name = 'Refusal';
}

/** Returns the text for an error: the message of a Refusal, otherwise the stack trace. */
export function errorText(error: unknown): string {
  if (error instanceof Refusal) return error.message;
  return error instanceof Error ? (error.stack ?? error.message) : String(error);
}
