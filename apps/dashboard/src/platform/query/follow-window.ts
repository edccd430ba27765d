import { QueryClient } from './client.ts';

const isLookedAt = () => document.visibilityState !== 'hidden';

/**
 * Keeps answers for this window: they are asked anew when somebody looks at it again. The end of an outage is reported by what follows
 * the reach of our servers (`reconnected`), not by the browser's `online` event, which comes before our servers answer.
 */
export function createQueryClient(): QueryClient {
  const client = new QueryClient(isLookedAt);
  addEventListener('visibilitychange', () => {
    if (isLookedAt()) client.lookedAt();
  });
  return client;
}
