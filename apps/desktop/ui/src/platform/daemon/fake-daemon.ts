import { err, ok, type Result } from '@comet/foundation';
import {
  type CommandName,
  commands,
  type ParamsOf,
  type ResultOf,
  type Snapshot,
} from '@comet/tunnel-protocol';
import type { Daemon, DaemonFailure } from './daemon.ts';
import { fakeChanges } from './fake-changes.ts';

export type Answers = {
  readonly [N in CommandName]?: (
    params: ParamsOf<N>,
    snapshot: Snapshot,
  ) => Result<ResultOf<N>, DaemonFailure>;
};

export interface FakeDaemon extends Daemon {
  /** Makes something else true; null takes the daemon away. */
  become(snapshot: Snapshot | null): void;
  /** What it was asked, the latest last. */
  readonly asked: readonly { readonly command: CommandName; readonly params: unknown }[];
}

/** A daemon that does at once what it is asked, without a network: for tests of screens and for looking at them. */
export function fakeDaemon(first: Snapshot | null, answers: Answers = {}): FakeDaemon {
  const listeners = new Set<(snapshot: Snapshot | null) => void>();
  const asked: { command: CommandName; params: unknown }[] = [];
  let now = first;

  const become = (snapshot: Snapshot | null): void => {
    now = snapshot;
    for (const listener of listeners) listener(snapshot);
  };

  return {
    asked,
    become,
    follow(listener) {
      listeners.add(listener);
      listener(now);
      return () => void listeners.delete(listener);
    },
    differs: () => false,
    shown: () => undefined,
    ask: async <N extends CommandName>(command: N, params: ParamsOf<N>) => {
      asked.push({ command, params });
      if (now === null) return err({ error: 'daemon_away', detail: null });
      const answer = answers[command];
      if (answer !== undefined) {
        const given = answer(params, now);
        if (given.ok && isSnapshot(given.value)) become(given.value);
        return given;
      }
      const change = fakeChanges[command]?.(params, now.settings);
      if (change !== undefined) become({ ...now, settings: { ...now.settings, ...change } });
      const result = commands[command].result.safeParse(now);
      return result.success
        ? ok(result.data as ResultOf<N>)
        : err({ error: 'unknown_command', detail: null });
    },
  };
}

function isSnapshot(value: unknown): value is Snapshot {
  return commands.status.result.safeParse(value).success;
}
