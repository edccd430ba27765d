import { fetchErrorWords, shellTexts } from '@comet/texts';
import { followTheme, NotificationBar } from '@comet/ui';
import { onlineManager } from '@tanstack/react-query';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import './app.css';
import { monitorReachability } from './features/shell/monitor-reachability.ts';
import { UnreachableNotice } from './features/shell/unreachable-notice.tsx';
import { HOME } from './platform/navigation/paths.ts';
import { ApiError, NetworkError } from './platform/data/api.ts';
import { storesDeviceId } from './platform/storage/device-id.ts';
import { keepDrafts } from './platform/storage/drafts.ts';
import { queryCacheAccess } from './platform/data/query-cache-access.ts';
import { followOtherTabs, isSignedIn } from './platform/storage/session.ts';
import { RouterProvider } from '@tanstack/react-router';
import { SessionEndedNotice } from './platform/screen/session-ended-notice.tsx';
import { whenIdle } from './platform/data/when-idle.ts';
import { router } from './router.ts';

followTheme();
followOtherTabs(keepDrafts);

const reach = monitorReachability();
onlineManager.subscribe((isOnline) => {
  if (!isOnline) return;
  queryCacheAccess()?.retryFailures();
  void router.invalidate();
});

const place = document.getElementById('root');
if (place === null) throw new Error('index.html has no #root');

/** A rejection by the API is shown on the screen and is not reported as a failure of the program. */
const isShown = (error: unknown) => error instanceof ApiError || error instanceof NetworkError;

/** Loads the first screen's chunks. */
const fetchHome = () =>
  Promise.all(router.getMatchedRoutes(HOME)[0].map(async (route) => router.loadRouteChunk(route)));

if (storesDeviceId()) start(place);
else {
  const words = document.querySelector<HTMLTemplateElement>('#closed-cookies');
  if (words !== null) place.replaceWith(words.content);
}

function start(root: HTMLElement): void {
  const stop = router.subscribe('onRendered', () => {
    stop();
    whenIdle(fetchErrorWords);
    if (!isSignedIn()) whenIdle(fetchHome);
  });
  createRoot(root, {
    onCaughtError: (error) => {
      if (!isShown(error)) console.error(error);
    },
  }).render(
    <StrictMode>
      <NotificationBar
        label={shellTexts.notifications}
        closeLabel={shellTexts.close}
        standing={
          <>
            <UnreachableNotice watch={reach} />
            <SessionEndedNotice />
          </>
        }
      >
        <RouterProvider router={router} />
      </NotificationBar>
    </StrictMode>,
  );
}
