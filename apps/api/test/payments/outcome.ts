/** How a call ended, by its answer: the code of the refusal, or `ok`. */
export const codeOf = (json: unknown): string =>
  (json as { error?: { code: string } } | null)?.error?.code ?? 'ok';
