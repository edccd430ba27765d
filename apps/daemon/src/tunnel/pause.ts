import { type Clock, err, ok, type Result } from '@comet/foundation';
import type { StateFile } from '../platform/files/state-file.ts';
import type { Tunnel } from './machine.ts';
import { goalOf } from './state.ts';

/** Interval in ms between two checks of the clock: timers stop while a machine sleeps, a pause does not. */
const checkInterval = 15_000;
/** Maximum duration of a pause in ms, also if the clock is set back. */
const maxDelayMs = 86_400_000;

interface PauseParts {
  readonly file: StateFile;
  readonly tunnel: Pick<Tunnel, 'state' | 'connect' | 'disconnect'>;
  readonly clock: Clock;
  readonly after: (milliseconds: number, callback: () => void) => () => void;
}

/** Disconnects the tunnel for a while. The goal is on disk, so a restart of the daemon or the machine changes nothing. */
export interface Pause {
  begin(seconds: number): Promise<Result<null, 'nothing_to_pause' | 'pause_locked_down'>>;
  /** Ends the pause early, and connects to the previous goal. */
  end(): Promise<Result<null, 'not_paused'>>;
  /** Ends the pause without a reconnect: the user has chosen another action. */
  forget(): Promise<void>;
  /** Continues a pause of an earlier process, or ends it if its time has passed. */
  rearm(): void;
  close(): void;
}

/** Creates the pause of the tunnel. Call `rearm` once after the start. */
export function createPause({ file, tunnel, clock, after }: PauseParts): Pause {
  let cancel = (): void => undefined;

  function until(): number | null {
    const { pausedUntil } = file.current.settings;
    return pausedUntil === null ? null : Date.parse(pausedUntil);
  }

  /** `maxAwakeMs`: maximum duration in ms of waking time. */
  function arm(maxAwakeMs: number): void {
    cancel();
    const end = until();
    if (end === null) return;
    const wait = Math.max(0, Math.min(end - clock.now().getTime(), maxAwakeMs, checkInterval));
    cancel = after(wait, () => {
      const left = maxAwakeMs - wait;
      if (clock.now().getTime() >= end || left <= 0) void resume();
      else arm(left);
    });
  }

  async function write(pausedUntil: string | null, pausedGoal: { location: string | null } | null) {
    await file.change({ settings: { ...file.current.settings, pausedUntil }, pausedGoal });
  }

  async function resume(): Promise<void> {
    const goal = file.current.pausedGoal ?? { location: null };
    await forget();
    void tunnel.connect(goal);
  }

  async function forget(): Promise<void> {
    cancel();
    if (until() !== null) await write(null, null);
  }

  return {
    async begin(seconds) {
      if (file.current.settings.lockdown) return err('pause_locked_down');
      const goal = goalOf(tunnel.state) ?? (until() === null ? null : file.current.pausedGoal);
      if (goal === null) return err('nothing_to_pause');
      // A pause that ends at this moment would end this one, too.
      cancel();
      await write(new Date(clock.now().getTime() + seconds * 1000).toISOString(), goal);
      await tunnel.disconnect();
      arm(seconds * 1000);
      return ok(null);
    },
    async end() {
      if (until() === null) return err('not_paused');
      await resume();
      return ok(null);
    },
    forget,
    rearm: () => arm(maxDelayMs),
    close: () => cancel(),
  };
}
