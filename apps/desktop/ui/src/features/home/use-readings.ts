import { useEffect, useState } from 'react';
import { everySecond } from '../../platform/clock/index.ts';
import { useDaemon } from '../../platform/daemon/index.ts';
import { type Reading, remember } from './throughput.ts';

/** What the counters of the tunnel said in the last minute, anew with the clock's second; forgotten with the tunnel. */
export function useReadings(): readonly Reading[] {
  const daemon = useDaemon();
  const [readings, setReadings] = useState<readonly Reading[]>([]);
  useEffect(() => {
    let latest: readonly Reading[] = [];
    const leave = daemon.follow((snapshot) => {
      const traffic = snapshot?.traffic ?? null;
      const { received = 0, sent = 0 } = traffic ?? {};
      latest = traffic === null ? [] : remember(latest, { at: Date.now(), received, sent });
    });
    const stop = everySecond(() => setReadings(latest));
    return () => {
      leave();
      stop();
    };
  }, [daemon]);
  return readings;
}
