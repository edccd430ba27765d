import { useLayoutEffect, useState } from 'react';
import { everySecond } from './every-second.ts';

/** The time, in milliseconds since 1970: anew every second while it `runs` and the window is seen. */
export function useNow(runs: boolean): number {
  const [now, setNow] = useState(() => Date.now());
  useLayoutEffect(() => {
    if (!runs) return;
    const look = () => setNow(Date.now());
    // While it rested the time went on; before the next frame it is right.
    queueMicrotask(look);
    return everySecond(look);
  }, [runs]);
  return now;
}
