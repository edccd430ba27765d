import { useEffect, useState } from 'react';

/** The time, in milliseconds since 1970, anew every so many milliseconds while the window is seen. */
export function useNow(every: number): number {
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => {
    const tick = () => document.hidden || setNow(Date.now());
    const timer = setInterval(tick, every);
    document.addEventListener('visibilitychange', tick);
    return () => {
      clearInterval(timer);
      document.removeEventListener('visibilitychange', tick);
    };
  }, [every]);
  return now;
}
