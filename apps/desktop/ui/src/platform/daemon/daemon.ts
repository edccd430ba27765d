import type { Result } from '@comet/foundation';
import type { CommandError, CommandName, ParamsOf, ResultOf, Snapshot } from '@comet/tunnel-protocol';

/** Why the daemon did not do it; `daemon_away`: nobody answers at its socket. */
export interface DaemonFailure {
  readonly error: CommandError | 'daemon_away';
  /** The block reason behind `connect_failed`, or the API's words behind `api_refused`. */
  readonly detail: string | null;
}

export type Asked<N extends CommandName> = Promise<Result<ResultOf<N>, DaemonFailure>>;

/** The daemon as the screens see it: they ask, and they follow what is true. `lineDaemon` is the real one, `fakeDaemon` its double. */
export interface Daemon {
  /** Never rejects. */
  ask<N extends CommandName>(command: N, params: ParamsOf<N>): Asked<N>;
  /** Calls back soon and with each change, until the returned function is called; null while the daemon is away, or not understood. */
  follow(listener: (snapshot: Snapshot | null) => void): () => void;
  /** Whether something answers that was not understood: a service of another version than this app. */
  differs(): boolean;
  /** The page and the tray have this snapshot, and none from before. Traffic that a tunnel's end lets out waits for it. */
  shown(snapshot: Snapshot): void;
}
