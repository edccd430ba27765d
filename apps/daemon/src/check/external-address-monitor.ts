import type { Snapshot } from '@comet/tunnel-protocol';
import type { ExternalAddresses } from './verdict.ts';

/** Delay in ms before each attempt: connecting has priority, and a host that does not respond is queried three times at most. */
const pauses = [1_500, 5_000, 20_000] as const;

/** This machine's external addresses in the current tunnel state. In memory only. */
interface ExternalAddressMonitor {
  /** Null before a check succeeds, and while traffic is blocked. */
  current(): NonNullable<Snapshot['seen']> | null;
  /** Schedules a check in this tunnel state unless one succeeded or is scheduled. A new state discards the previous result. */
  plan(stateKey: string): void;
  /** The network changed: discards the result and schedules a new check. */
  forget(): void;
}

interface CheckRound {
  readonly stateKey: string;
  readonly stop: AbortController;
  seen: NonNullable<Snapshot['seen']> | null;
  checks: number;
  isPlanned: boolean;
}

/** Checks the external addresses only while a client watches, and never while traffic is blocked. */
export function externalAddressMonitor(parts: {
  readonly check: () => Promise<ExternalAddresses>;
  readonly isWatched: () => boolean;
  /** Whether traffic may leave: through a tunnel, or directly without one. */
  readonly flows: () => boolean;
  readonly after: (milliseconds: number, callback: () => void) => () => void;
  readonly onChange: () => void;
}): ExternalAddressMonitor {
  const begin = (stateKey: string): CheckRound => ({
    stateKey,
    stop: new AbortController(),
    seen: null,
    checks: 0,
    isPlanned: false,
  });
  let round = begin('');
  const mayCheck = () => parts.isWatched() && parts.flows();

  function schedule(of: CheckRound): void {
    const pause = pauses[of.checks];
    if (of.isPlanned || of.seen !== null || pause === undefined || !mayCheck()) return;
    of.isPlanned = true;
    const stop = parts.after(pause, () => {
      if (mayCheck()) void check(of);
      else of.isPlanned = false;
    });
    of.stop.signal.addEventListener('abort', stop, { once: true });
  }

  async function check(of: CheckRound): Promise<void> {
    of.checks += 1;
    const { exit } = await parts.check();
    if (of.stop.signal.aborted) return;
    of.isPlanned = false;
    if (exit.ipv4 === null && exit.ipv6 === null) {
      schedule(of);
      return;
    }
    of.seen = exit;
    parts.onChange();
  }

  function reset(stateKey: string): void {
    round.stop.abort();
    round = begin(stateKey);
  }

  return {
    current: () => (parts.flows() ? round.seen : null),
    plan(stateKey) {
      if (stateKey !== round.stateKey) reset(stateKey);
      schedule(round);
    },
    forget() {
      reset(round.stateKey);
      schedule(round);
    },
  };
}
