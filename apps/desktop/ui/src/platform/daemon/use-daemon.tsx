import type { Snapshot } from '@comet/tunnel-protocol';
import { createContext, type ReactNode, useContext, useEffect, useState } from 'react';
import { countsOn } from './counts-on.ts';
import type { Daemon } from './daemon.ts';

const DaemonContext = createContext<Daemon | null>(null);

export function DaemonProvider({
  daemon,
  children,
}: {
  readonly daemon: Daemon;
  readonly children: ReactNode;
}) {
  return <DaemonContext value={daemon}>{children}</DaemonContext>;
}

export function useDaemon(): Daemon {
  const daemon = useContext(DaemonContext);
  if (daemon === null) throw new Error('there is no DaemonProvider above');
  return daemon;
}

/**
 * What is true now: null while the daemon is away, undefined before it was first heard of. Counters that go on are no news here; who
 * shows them follows the daemon.
 */
export function useSnapshot(): Snapshot | null | undefined {
  const daemon = useDaemon();
  const [snapshot, setSnapshot] = useState<Snapshot | null | undefined>(undefined);
  useEffect(
    () => daemon.follow((next) => setSnapshot((before) => (countsOn(before, next) ? before : next))),
    [daemon],
  );
  return snapshot;
}
