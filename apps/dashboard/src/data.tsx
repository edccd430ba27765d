import { QueryClientProvider } from '@tanstack/react-query';
import { storeUserInfo } from './features/account/index.ts';
import { reportNoResponse } from './platform/data/api.ts';
import { setQueryCacheAccess } from './platform/data/query-cache-access.ts';
import { createQueryClient, retryFailures } from './platform/data/query-client.ts';
import { Outlet } from '@tanstack/react-router';
import { forgetUser, storeUser } from './platform/storage/session.ts';

const queryClient = createQueryClient(reportNoResponse);
storeUserInfo(queryClient, { store: storeUser, forget: forgetUser });

setQueryCacheAccess({
  retryFailures: () => retryFailures(queryClient),
  begin: () => void queryClient.resetQueries(),
});

/** Parent of every screen that reads data from the API. */
export default function WithData() {
  return (
    <QueryClientProvider client={queryClient}>
      <Outlet />
    </QueryClientProvider>
  );
}
