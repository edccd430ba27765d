const timeoutMs = 10_000;

/**
 * Fetches JSON from this origin without validating it. Null without a response or if it is not JSON. Runs in
 * the browser.
 */
export async function getJson<T>(path: string): Promise<T | null> {
  try {
    const response = await fetch(path, { signal: AbortSignal.timeout(timeoutMs) });
    return response.ok ? ((await response.json()) as T) : null;
  } catch {
    return null;
  }
}
