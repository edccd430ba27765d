import { createContext, use } from 'react';
import type { QueryClient } from './client.ts';

const Client = createContext<QueryClient | null>(null);

export const QueryClientProvider = Client.Provider;

/** What keeps the answers. Throws outside of `QueryClientProvider`. */
export function useQueryClient(): QueryClient {
  const client = use(Client);
  if (client === null) throw new Error('Nothing keeps answers here');
  return client;
}
