import { isTransient, NetworkError } from '@comet/client';
import { QueryCache, QueryClient } from '@tanstack/react-query';

const SECOND = 1000;
const MINUTE = 60 * SECOND;

/**
 * The data rules of product.md §7. No request waits for a lost connection to return: it fails at once, and no payment opens
 * minutes later because of a press that was forgotten. A query that writes sets `retry: false`. `onUnanswered` is called
 * for each read that got no answer, once its retry has failed too.
 */
export function createQueryClient(onUnanswered: () => void = () => {}): QueryClient {
  const onError = (error: unknown) => {
    if (error instanceof NetworkError) onUnanswered();
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
 * Sends failed reads again: at once where a screen shows them, else when one does. Data from before the failure stays until then. A static
 * query on the screen has acted on a link that works once: it keeps its failure.
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
