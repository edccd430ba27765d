import { onlineManager } from '@tanstack/react-query';
import { hearCalls, probe } from '../../platform/data/api.ts';
import { createReach, type ReachWatch } from '../../platform/data/service-reachability.ts';

/**
 * Follows whether our servers can be reached, by what the calls of this page meet and by what the browser says, and tells the query cache.
 * The cache's own listener would end an outage at the browser's `online` event, which comes before our servers answer.
 */
export function followReach(): ReachWatch {
  onlineManager.setEventListener(() => undefined);
  const reach = createReach({
    probe,
    later: (run, milliseconds) => {
      const timer = setTimeout(run, milliseconds);
      return () => clearTimeout(timer);
    },
    setOnline: (isOnline) => onlineManager.setOnline(isOnline),
  });
  hearCalls((came) => (came ? reach.answered() : reach.unanswered()));
  addEventListener('offline', reach.disconnected);
  addEventListener('online', reach.connected);
  if (!navigator.onLine) reach.disconnected();
  return reach;
}
