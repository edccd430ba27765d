import type { Snapshot, CommandError, CommandName, ParamsOf, ResultOf } from '@comet/tunnel-protocol';
import { createContext, type ReactNode, useContext, useEffect, useState } from 'react';
import type { Result } from '@comet/foundation';

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
 * The present snapshot: null while the daemon is unreachable, undefined before the first message. Changed counters cause no update; a
 * component that shows them subscribes to the daemon.
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

/** Whether a snapshot differs from the one before by nothing but the counters of the tunnel that is up. */
export function countsOn(before: Snapshot | null | undefined, next: Snapshot | null): boolean {
  if (!before?.traffic || !next?.traffic || next.tunnel.state !== 'connected') return false;
  const { received, sent, lastHandshake } = before.traffic;
  return JSON.stringify(before) === JSON.stringify({ ...next, traffic: { received, sent, lastHandshake } });
}

/** The error of a command; `daemon_away`: the daemon is unreachable. */
export interface DaemonFailure {
  readonly error: CommandError | 'daemon_away';
  /** The block reason of `connect_failed`, or the API's message of `api_refused`. */
  readonly detail: string | null;
}

export type CommandReply<N extends CommandName> = Promise<Result<ResultOf<N>, DaemonFailure>>;

/** `differs`: something answers that was not understood, such as a service of another version. `denied`: this user may not use the daemon. */
export type Trouble = 'differs' | 'denied';

/** The daemon's interface for the screens: commands and snapshots. `lineDaemon` is the real one, `fakeDaemon` the test double. */
export interface Daemon {
  /** Never rejects. */
  ask<N extends CommandName>(command: N, params: ParamsOf<N>): CommandReply<N>;
  /** Calls back soon and with each change, until the returned function is called; null while the daemon is away, or not understood. */
  follow(listener: (snapshot: Snapshot | null) => void): () => void;
  /** Why there is no snapshot, if more is known than that nothing answers. */
  trouble(): Trouble | null;
  /** Confirms that page and tray display this snapshot. The daemon waits for it before the end of a tunnel unblocks traffic. */
  shown(snapshot: Snapshot): void;
}
