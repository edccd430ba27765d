import { useEffect, useState } from 'react';
import { useDaemon } from '../../platform/daemon/index.ts';
import { type Reading, remember } from './throughput.ts';

/** What the counters of the tunnel said in the last minute; forgotten with the tunnel. */
export function useReadings(): readonly Reading[] {
  const daemon = useDaemon();
  const [readings, setReadings] = useState<readonly Reading[]>([]);
  useEffect(
    () =>
      daemon.follow((snapshot) => {
        const traffic = snapshot?.traffic ?? null;
        const at = Date.now();
        setReadings((before) =>
          traffic === null ? [] : remember(before, { at, received: traffic.received, sent: traffic.sent }),
        );
      }),
    [daemon],
  );
  return readings;
}
