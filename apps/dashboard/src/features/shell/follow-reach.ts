import { NetworkError } from '@comet/client';
import type { QueryClient } from '@tanstack/react-query';
import { ApiError, api, call } from '../../platform/api.ts';
import { createReach, type ReachWatch } from '../../platform/reach.ts';

/**
 * Follows whether our servers can be reached, by what the queries and mutations of this page meet and by what the browser says. When they
 * can be again, what failed is asked anew and the rest refreshed; `onReturn` then puts the screens back whose place an error took.
 */
export function followReach(queryClient: QueryClient, onReturn: () => void): ReachWatch {
  const reach = createReach({
    probe,
    later: (run, milliseconds) => {
      const timer = setTimeout(run, milliseconds);
      return () => clearTimeout(timer);
    },
    onReturn: () => {
      void queryClient.resetQueries({ predicate: ({ state }) => state.status === 'error' });
      void queryClient.invalidateQueries();
      onReturn();
    },
  });
  const hear = (action: {
    readonly type: string;
    readonly manual?: boolean | undefined;
    readonly error?: unknown;
  }) => {
    // What a screen wrote into the cache itself came from nowhere.
    if (action.type === 'success' && action.manual !== true) reach.answered();
    if (action.type !== 'error') return;
    if (action.error instanceof NetworkError) reach.unanswered();
    else if (action.error instanceof ApiError) reach.answered();
  };
  queryClient.getQueryCache().subscribe((event) => {
    if (event.type === 'updated') hear(event.action);
  });
  queryClient.getMutationCache().subscribe((event) => {
    if (event.type === 'updated') hear(event.action);
  });
  addEventListener('offline', reach.disconnected);
  addEventListener('online', reach.connected);
  if (!navigator.onLine) reach.disconnected();
  return reach;
}

/** The price list is for everybody, and small. */
async function probe(): Promise<boolean> {
  try {
    await call(api.listPlans, {});
    return true;
  } catch (error) {
    return error instanceof ApiError && error.status < 500;
  }
}
