import { setTimeout as sleep } from 'node:timers/promises';

/** Interval in ms between two attempts. */
const PAUSE_MS = 100;

/** What happened to repeated attempts since a moment. */
export interface Availability {
  /** Attempts that failed. */
  readonly failures: number;
  /** Time in ms from the moment to the first success after the last failure; 0 without a failure, null if the last attempt failed. */
  readonly restoredAfterMs: number | null;
}

/** Repeats an attempt until it is stopped. */
export interface AvailabilityProbe {
  now(): Availability;
  stop(): Promise<void>;
}

/** Measures from now on how long `attempt` fails. */
export function measureAvailability(
  attempt: () => Promise<unknown>,
  clock: () => number = () => performance.now(),
): AvailabilityProbe {
  const start = clock();
  let failures = 0;
  let restoredAt: number | null = start;
  let stopped = false;
  const run = async () => {
    while (!stopped) {
      try {
        await attempt();
        restoredAt ??= clock();
      } catch {
        failures += 1;
        restoredAt = null;
      }
      await sleep(PAUSE_MS);
    }
  };
  const ended = run();
  return {
    now: () => ({ failures, restoredAfterMs: restoredAt === null ? null : restoredAt - start }),
    async stop() {
      stopped = true;
      await ended;
    },
  };
}
