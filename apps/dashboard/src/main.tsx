import { shellTexts } from '@comet/texts';
import { followTheme, NotificationBar } from '@comet/ui';
import { QueryClientProvider } from '@tanstack/react-query';
import { RouterProvider } from '@tanstack/react-router';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import './app.css';
import { createQueryClient } from './platform/query-client.ts';
import { followSignOut } from './platform/session.ts';
import { router } from './router.tsx';

followTheme();
followSignOut();

const place = document.getElementById('root');
if (place === null) throw new Error('index.html has no #root');

createRoot(place).render(
  <StrictMode>
    <QueryClientProvider client={createQueryClient()}>
      <NotificationBar label={shellTexts.notifications} closeLabel={shellTexts.close}>
        <RouterProvider router={router} />
      </NotificationBar>
    </QueryClientProvider>
  </StrictMode>,
);
