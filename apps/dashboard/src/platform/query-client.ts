import { QueryClient } from '@tanstack/react-query';

const SECOND = 1000;
const MINUTE = 60 * SECOND;

/**
 * Fresh for 5 s, kept for 5 min, fetched again on focus, reconnect and mount. The client itself retries a read once. Nothing waits for a
 * lost network to come back: it fails and says so, and no payment opens minutes later because of a press that was forgotten.
 */
export function createQueryClient(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: {
        networkMode: 'always',
        staleTime: 5 * SECOND,
        gcTime: 5 * MINUTE,
        retry: false,
        refetchOnWindowFocus: true,
        refetchOnReconnect: true,
        refetchOnMount: true,
      },
      mutations: { networkMode: 'always', gcTime: MINUTE, retry: false },
    },
  });
}
