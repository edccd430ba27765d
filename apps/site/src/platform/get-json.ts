const timeoutMs = 10_000;

/** Fetches JSON of this origin, which is not validated. Null without a reply or with an invalid one. Runs in the browser. */
export async function getJson<T>(path: string): Promise<T | null> {
  try {
    const response = await fetch(path, { signal: AbortSignal.timeout(timeoutMs) });
    return response.ok ? ((await response.json()) as T) : null;
  } catch {
    return null;
  }
}
