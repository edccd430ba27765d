import { storeUserInfo } from './features/account/index.ts';
import { setKeptData } from './platform/kept-data.ts';
import { createQueryClient, QueryClientProvider } from './platform/query/index.ts';
import { Outlet } from './platform/router/index.ts';
import { forgetUser, storeUser } from './platform/session.ts';

const queryClient = createQueryClient();
storeUserInfo(queryClient, { store: storeUser, forget: forgetUser });

setKeptData({
  forgetFailures: () => queryClient.forgetFailures(),
  reconnected: () => queryClient.reconnected(),
  begin: () => void queryClient.resetQueries(),
});

/** Around every screen that asks the API for something to show. */
export default function WithData() {
  return (
    <QueryClientProvider value={queryClient}>
      <Outlet />
    </QueryClientProvider>
  );
}
