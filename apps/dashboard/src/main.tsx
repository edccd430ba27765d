import { shellTexts } from '@comet/texts';
import { followTheme, NotificationBar } from '@comet/ui';
import { QueryClientProvider } from '@tanstack/react-query';
import { RouterProvider } from '@tanstack/react-router';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import './app.css';
import { storeUserInfo } from './features/account/stored-user.ts';
import { followReach } from './features/shell/follow-reach.ts';
import { ReachNote } from './features/shell/reach-note.tsx';
import { createQueryClient } from './platform/query-client.ts';
import { followOtherTabs, forgetUser, storeUser } from './platform/session.ts';
import { router } from './router.tsx';

followTheme();
followOtherTabs();

const queryClient = createQueryClient();
storeUserInfo(queryClient, { store: storeUser, forget: forgetUser });
const reach = followReach(queryClient, () => void router.invalidate());

const place = document.getElementById('root');
if (place === null) throw new Error('index.html has no #root');

createRoot(place).render(
  <StrictMode>
    <QueryClientProvider client={queryClient}>
      <NotificationBar
        label={shellTexts.notifications}
        closeLabel={shellTexts.close}
        standing={<ReachNote watch={reach} />}
      >
        <RouterProvider router={router} />
      </NotificationBar>
    </QueryClientProvider>
  </StrictMode>,
);
