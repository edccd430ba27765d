export { QueryClient } from './client.ts';
export { QueryClientProvider, useQueryClient } from './context.ts';
export { createQueryClient } from './follow-window.ts';
export { type QueryKey, queryOptions } from './options.ts';
export { useMutation } from './use-mutation.ts';
export { useQuery, useSuspenseQueries, useSuspenseQuery } from './use-query.ts';
