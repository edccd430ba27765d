/** Response status of the shop's server, or the error. */
export interface Reply {
  readonly status_code: number | null;
  readonly error: string | null;
}

/** Sends a POST without following redirects. Does not throw. */
export async function post(
  url: string,
  message: { body: string; headers: Record<string, string> },
  limits: { timeoutMs: number; stop: AbortSignal },
): Promise<Reply> {
  try {
    const reply = await fetch(url, {
      method: 'POST',
      ...message,
      redirect: 'manual',
      signal: AbortSignal.any([limits.stop, AbortSignal.timeout(limits.timeoutMs)]),
    });
    await reply.body?.cancel();
    return { status_code: reply.status, error: null };
  } catch (error) {
    const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error;
    return { status_code: null, error: cause instanceof Error ? cause.message : String(cause) };
  }
}
