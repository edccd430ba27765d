import type { SentEvent } from '../api/webhook-bytes.ts';

/** Controls the sandbox's Paddle: `POST /control/paddle/…`. Throws if it refuses. */
export async function controlPaddle(
  sandbox: string,
  what: 'fault' | 'delivery',
  body: Readonly<Record<string, unknown>>,
): Promise<void> {
  const response = await fetch(`${sandbox}/control/paddle/${what}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  if (!response.ok) throw new Error(`The sandbox answered ${response.status}: ${await response.text()}`);
}

/** Returns the events of the sandbox's Paddle, newest first; with `entity` only those of one. */
export async function sentEvents(sandbox: string, entity?: string): Promise<readonly SentEvent[]> {
  const query = new URLSearchParams({ limit: '1000000', ...(entity === undefined ? {} : { entity }) });
  const listed = await fetch(`${sandbox}/control/paddle/events?${query.toString()}`);
  return (await listed.json()) as readonly SentEvent[];
}
