import { hearCalls, probe } from '../../platform/api.ts';
import { createReach, type ReachWatch } from '../../platform/reach.ts';

/**
 * Follows whether our servers can be reached, by what the calls of this page meet and by what the browser says. When they can be again,
 * `onReturn` asks for what failed.
 */
export function followReach(onReturn: () => void): ReachWatch {
  const reach = createReach({
    probe,
    later: (run, milliseconds) => {
      const timer = setTimeout(run, milliseconds);
      return () => clearTimeout(timer);
    },
    onReturn,
  });
  hearCalls((came) => (came ? reach.answered() : reach.unanswered()));
  addEventListener('offline', reach.disconnected);
  addEventListener('online', reach.connected);
  if (!navigator.onLine) reach.disconnected();
  return reach;
}
