import { QueryClientProvider } from '@tanstack/react-query';
import { storeUserInfo } from './features/account/index.ts';
import { setKeptData } from './platform/kept-data.ts';
import { createQueryClient } from './platform/query-client.ts';
import { Outlet } from './platform/router/index.ts';
import { forgetUser, storeUser } from './platform/session.ts';

const queryClient = createQueryClient();
storeUserInfo(queryClient, { store: storeUser, forget: forgetUser });

const forgetFailures = () =>
  void queryClient.resetQueries({ predicate: ({ state }) => state.status === 'error' });

setKeptData({
  forgetFailures,
  refresh: () => {
    forgetFailures();
    void queryClient.invalidateQueries();
  },
  begin: () => void queryClient.resetQueries(),
});

/** Around every screen that asks the API for something to show. */
export default function WithData() {
  return (
    <QueryClientProvider client={queryClient}>
      <Outlet />
    </QueryClientProvider>
  );
}
