import { QueryClient } from '@tanstack/react-query';

const SECOND = 1000;
const MINUTE = 60 * SECOND;

/** Fresh for 5 s, kept for 5 min, fetched again on focus, reconnect and mount. The client itself retries a read once. */
export function createQueryClient(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: {
        staleTime: 5 * SECOND,
        gcTime: 5 * MINUTE,
        retry: false,
        refetchOnWindowFocus: true,
        refetchOnReconnect: true,
        refetchOnMount: true,
      },
      mutations: { gcTime: MINUTE, retry: false },
    },
  });
}
