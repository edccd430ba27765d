/** Returns the code of a refusal, or `ok`. */
export const codeOf = (json: unknown): string =>
  (json as { error?: { code: string } } | null)?.error?.code ?? 'ok';
