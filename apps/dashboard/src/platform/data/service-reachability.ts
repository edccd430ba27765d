/** Whether our servers answer: they do, this device has no connection, or they do not. */
export type Reach = 'reachable' | 'offline' | 'away';

interface Outside {
  /** Sends a request that no screen sends; true for any response. */
  readonly probe: () => Promise<boolean>;
  /** Calls back after so many milliseconds; the returned function cancels that. */
  readonly later: (run: () => void, milliseconds: number) => () => void;
  /** Sets the query cache's state: false after a failed probe, true after the next answered one. It then sends stale reads again. */
  readonly setOnline: (isOnline: boolean) => void;
}

const FIRST_PAUSE_MS = 1000;
const MAX_PAUSE_MS = 15_000;

/**
 * Follows whether our servers can be reached. A call without an answer only starts a probe: one address that is blocked while the others
 * answer must not count as an outage, because each recovery sends every read again. After a failed probe the next ones follow in 1 s, then
 * in pauses that double up to 15 s, and at once when a call is answered or the device is connected again. Only a probe ends an outage; it
 * also ends `offline`, in case the browser is wrong about the connection.
 */
export function createReach({ probe, later, setOnline }: Outside) {
  let reach: Reach = 'reachable';
  /** Milliseconds until the next probe; null while none is scheduled. */
  let pause: number | null = null;
  let answers = 0;
  let round = 0;
  let cancel = () => {};
  const listeners = new Set<() => void>();

  const become = (next: Reach) => {
    if (next === reach) return;
    reach = next;
    for (const listener of listeners) listener();
  };
  const stop = () => {
    round += 1;
    pause = null;
    cancel();
  };
  const probeNow = async () => {
    cancel();
    round += 1;
    const mine = round;
    const before = answers;
    const isAnswered = await probe().catch(() => false);
    if (mine !== round) return;
    if (isAnswered) {
      stop();
      become('reachable');
      return setOnline(true);
    }
    setOnline(false);
    if (reach === 'offline') return;
    if (answers === before) become('away');
    const wait = pause ?? FIRST_PAUSE_MS;
    pause = Math.min(wait * 2, MAX_PAUSE_MS);
    cancel = later(() => void probeNow(), wait);
  };

  return {
    now: () => reach,
    /** Calls the listener at each change; the returned function ends that. */
    subscribe: (listener: () => void) => {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    /** A call got an answer. */
    answered: () => {
      answers += 1;
      if (reach === 'reachable') return;
      // While the device has no connection, this answer may have arrived before it was lost.
      if (reach === 'away') become('reachable');
      void probeNow();
    },
    /** A call got none. */
    unanswered: () => {
      if (reach !== 'reachable' || pause !== null) return;
      pause = FIRST_PAUSE_MS;
      void probeNow();
    },
    /** The browser reports that the device has no connection. */
    disconnected: () => {
      stop();
      setOnline(false);
      become('offline');
    },
    /** The browser reports a connection, which does not imply that our servers can be reached. */
    connected: () => {
      if (reach !== 'offline') return;
      become('away');
      pause = FIRST_PAUSE_MS;
      void probeNow();
    },
  };
}

export type ReachWatch = ReturnType<typeof createReach>;
