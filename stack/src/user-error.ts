/** An error for the user of a command: its message contains the reason and the remedy and is printed without a stack trace. */
export class UserError extends Error {
  override readonly name = 'UserError';
}

/** Returns the text for an error: the message of a `UserError`, otherwise the stack trace. */
export function errorText(error: unknown): string {
  if (error instanceof UserError) return error.message;
  return error instanceof Error ? (error.stack ?? error.message) : String(error);
}
