import { useEffect, useState } from 'react';
import { everySecond } from '../../platform/clock/index.ts';
import { useDaemon } from '../../platform/daemon/index.ts';
import { drawThroughput, type Throughput } from './draw-throughput.ts';
import { goneOn, type Reading, remember } from './throughput.ts';

/** What the counters of the tunnel said in the last minute, anew with the clock's second where it looks otherwise; forgotten with the tunnel. */
export function useThroughput(): Throughput {
  const daemon = useDaemon();
  const [shown, setShown] = useState(() => drawThroughput([]));
  useEffect(() => {
    let latest: readonly Reading[] = [];
    const leave = daemon.follow((snapshot) => {
      const traffic = snapshot?.traffic ?? null;
      const { received = 0, sent = 0 } = traffic ?? {};
      latest = traffic === null ? [] : remember(latest, { at: Date.now(), received, sent });
    });
    const stop = everySecond(() => {
      latest = goneOn(latest, Date.now());
      const next = drawThroughput(latest);
      setShown((before) => (looksAlike(before, next) ? before : next));
    });
    return () => {
      leave();
      stop();
    };
  }, [daemon]);
  return shown;
}

function looksAlike(one: Throughput, other: Throughput): boolean {
  return (
    one.down === other.down &&
    one.up === other.up &&
    one.downLine === other.downLine &&
    one.upLine === other.upLine
  );
}
