import { shellTexts } from '@comet/texts';
import { followTheme, NotificationBar } from '@comet/ui';
import { QueryClientProvider } from '@tanstack/react-query';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import './app.css';
import { storeUserInfo } from './features/account/stored-user.ts';
import { followReach } from './features/shell/follow-reach.ts';
import { Loading } from './features/shell/loading.tsx';
import { PageError } from './features/shell/page-error.tsx';
import { ReachNote } from './features/shell/reach-note.tsx';
import { UnhandledErrors } from './features/shell/unhandled-errors.tsx';
import { createQueryClient } from './platform/query-client.ts';
import { followOtherTabs, forgetUser, storeUser } from './platform/session.ts';
import { RouterProvider, Screens } from './platform/router/index.ts';
import { router } from './router.ts';

followTheme();
followOtherTabs();

const queryClient = createQueryClient();
storeUserInfo(queryClient, { store: storeUser, forget: forgetUser });
const reach = followReach(queryClient, () => void router.again());

const place = document.getElementById('root');
if (place === null) throw new Error('index.html has no #root');

void router.start();
createRoot(place).render(
  <StrictMode>
    <QueryClientProvider client={queryClient}>
      <NotificationBar
        label={shellTexts.notifications}
        closeLabel={shellTexts.close}
        standing={<ReachNote watch={reach} />}
      >
        <RouterProvider router={router}>
          <UnhandledErrors>
            <Screens pending={Loading} failed={PageError} />
          </UnhandledErrors>
        </RouterProvider>
      </NotificationBar>
    </QueryClientProvider>
  </StrictMode>,
);
