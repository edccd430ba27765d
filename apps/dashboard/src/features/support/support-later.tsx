import { type ComponentType, useEffect, useState } from 'react';

/** After the page has begun, in milliseconds: what the person came for is there first. */
const AFTER_MS = 4_000;

/** Brings the way to support into the page when everything else has had its time. Where it cannot be fetched, there is none. */
export function SupportLater() {
  const [Chat, setChat] = useState<ComponentType | null>(null);
  useEffect(() => {
    const load = () =>
      import('./support-chat.tsx').then(
        ({ default: loaded }) => setChat(() => loaded),
        () => undefined,
      );
    const timer = setTimeout(() => void load(), Math.max(0, AFTER_MS - performance.now()));
    return () => clearTimeout(timer);
  }, []);
  return Chat === null ? null : <Chat />;
}
