import type { Clock } from '@comet/foundation';
import type { StateFile } from '@comet/foundation/state-file';
import type { Status } from './status.store.ts';

/** Milliseconds between two writes for a changed latency alone, which every order of the gateway brings. */
const latencyInterval = 60_000;

/** Returns a function that writes the status: a change of state, of its detail and the first latency at once. */
export function createStatusWriter(
  file: Pick<StateFile<Status>, 'write'>,
  clock: Clock,
): (status: Pick<Status, 'state' | 'detail' | 'latencyMs'>) => Promise<void> {
  let last: (Status & { readonly at: number }) | null = null;
  return async ({ state, detail, latencyMs }) => {
    const at = clock.now().getTime();
    if (last !== null && last.state === state && last.detail === detail) {
      const isRecent = last.latencyMs !== null && at - last.at < latencyInterval;
      if (last.latencyMs === latencyMs || isRecent) return;
    }
    const status: Status = { version: 1, pid: process.pid, state, detail, latencyMs };
    last = { ...status, at };
    await file.write(status);
  };
}
