/** Why the stack cannot start or go on, in words for the person at the terminal: what is wrong and the way out. */
export class Refusal extends Error {
  override readonly name = 'Refusal';
}

/** The words for anything that was thrown: a refusal speaks for itself, a mistake of ours comes with its trace. */
export function wordsFor(error: unknown): string {
  if (error instanceof Refusal) return error.message;
  return error instanceof Error ? (error.stack ?? error.message) : String(error);
}
