import { isTransient, NetworkError } from '@comet/client';
import { QueryCache, QueryClient } from '@tanstack/react-query';

const SECOND = 1000;
const MINUTE = 60 * SECOND;

/**
 * The data rules of product.md §7. No request waits for the connection: it fails at once, so that no payment
 * opens minutes after a click. A query that writes sets `retry: false`. `onNoResponse` is called for each
 * read without a response, after its retry has failed too.
 */
export function createQueryClient(onNoResponse: () => void = () => {}): QueryClient {
  const onError = (error: unknown) => {
    if (error instanceof NetworkError) onNoResponse();
  };
  return new QueryClient({
    queryCache: new QueryCache({ onError }),
    defaultOptions: {
      queries: {
        networkMode: 'always',
        staleTime: 5 * SECOND,
        gcTime: 5 * MINUTE,
        retry: (failures, error) => failures === 0 && isTransient(error),
        retryDelay: 0,
        refetchOnWindowFocus: true,
        refetchOnReconnect: true,
        refetchOnMount: true,
      },
      mutations: { networkMode: 'always', gcTime: MINUTE, retry: false },
    },
  });
}

/**
 * Retries failed reads: at once if a screen shows them, otherwise when one does. Data from before the failure
 * stays until then. A static query on the screen has used a single-use link, and keeps its failure.
 */
export function retryFailures(client: QueryClient): void {
  const failed = client.getQueryCache().findAll({
    predicate: ({ state, observers }) =>
      state.status === 'error' && observers.every(({ options }) => options.staleTime !== 'static'),
  });
  const unknown = failed.filter(({ state }) => state.data === undefined);
  void client.resetQueries({ predicate: (query) => unknown.includes(query) });
  void client.invalidateQueries({ predicate: (query) => failed.includes(query) && !unknown.includes(query) });
}
