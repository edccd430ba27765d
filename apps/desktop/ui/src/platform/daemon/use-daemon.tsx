import type { Snapshot, CommandError, CommandName, ParamsOf, ResultOf } from '@comet/tunnel-protocol';
import { createContext, type ReactNode, useContext, useEffect, useState } from 'react';
import type { Result } from '@comet/foundation';

const DaemonContext = createContext<Daemon | null>(null);

/** Provides the connection to the daemon to `useDaemon`. */
export function DaemonProvider({
  daemon,
  children,
}: {
  readonly daemon: Daemon;
  readonly children: ReactNode;
}) {
  return <DaemonContext value={daemon}>{children}</DaemonContext>;
}

/** Returns the connection to the daemon. @throws Error outside a DaemonProvider. */
export function useDaemon(): Daemon {
  const daemon = useContext(DaemonContext);
  if (daemon === null) throw new Error('there is no DaemonProvider above');
  return daemon;
}

/**
 * The current snapshot: null while the daemon is unreachable, undefined before the first message. Changed counters cause no update; a
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

/** Whether two snapshots differ only in the counters of the current tunnel. */
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

/**
 * `differs`: the response is invalid, for example from another version of the service. `denied`: this user
 * may not use the daemon.
 */
export type DaemonProblem = 'differs' | 'denied';

/** The daemon's interface for the screens: commands and snapshots. `createDaemonClient` creates the real one, `fakeDaemon` the test double. */
export interface Daemon {
  /** Never rejects. */
  send<N extends CommandName>(command: N, params: ParamsOf<N>): CommandReply<N>;
  /**
   * Calls back soon and at each change, until the returned function is called; with null while the daemon is
   * unreachable or its state is invalid.
   */
  follow(listener: (snapshot: Snapshot | null) => void): () => void;
  /** Why there is no snapshot, if the reason is known. */
  trouble(): DaemonProblem | null;
  /**
   * Confirms that page and tray show this snapshot. When a tunnel ends, the daemon waits for it before it
   * unblocks traffic.
   */
  shown(snapshot: Snapshot): void;
}
