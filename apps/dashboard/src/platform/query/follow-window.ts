import { QueryClient } from './client.ts';

const isLookedAt = () => document.visibilityState !== 'hidden';

/** Keeps answers for this window: they are asked anew when somebody looks at it again, and when the device is connected again. */
export function createQueryClient(): QueryClient {
  const client = new QueryClient(isLookedAt);
  addEventListener('visibilitychange', () => {
    if (isLookedAt()) client.lookedAt();
  });
  addEventListener('online', () => client.reconnected());
  return client;
}
