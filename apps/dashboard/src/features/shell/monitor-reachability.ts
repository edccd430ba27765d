import { onlineManager } from '@tanstack/react-query';
import { onCallResult, probe } from '../../platform/data/api.ts';
import { createReachability, type Reachability } from '../../platform/data/service-reachability.ts';

/**
 * Tracks whether our servers can be reached, by the results of this page's calls and the browser's events,
 * and updates the query cache. The cache's own listener would end an outage at the browser's `online` event,
 * which may fire before our servers can be reached.
 */
export function monitorReachability(): Reachability {
  onlineManager.setEventListener(() => undefined);
  const reach = createReachability({
    probe,
    later: (run, milliseconds) => {
      const timer = setTimeout(run, milliseconds);
      return () => clearTimeout(timer);
    },
    setOnline: (isOnline) => onlineManager.setOnline(isOnline),
  });
  onCallResult((responded) => (responded ? reach.responded() : reach.timedOut()));
  addEventListener('offline', reach.disconnected);
  addEventListener('online', reach.connected);
  if (!navigator.onLine) reach.disconnected();
  return reach;
}
