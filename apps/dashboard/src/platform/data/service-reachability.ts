/** Whether our servers respond: `offline` if this device has no connection, `away` if only our servers do not respond. */
export type Reach = 'reachable' | 'offline' | 'away';

interface Outside {
  /** Sends a request that no screen uses; resolves with true for any response. */
  readonly probe: () => Promise<boolean>;
  /** Calls back after a delay in ms; the returned function cancels it. */
  readonly later: (run: () => void, milliseconds: number) => () => void;
  /**
   * Sets the query cache's state: false after a failed probe, true after the next answered one. The cache
   * then repeats stale reads.
   */
  readonly setOnline: (isOnline: boolean) => void;
}

const FIRST_PAUSE_MS = 1000;
const MAX_PAUSE_MS = 15_000;

/**
 * Tracks whether our servers can be reached. A call without a response only starts a probe: a single blocked
 * URL must not count as an outage, because each recovery repeats every read. After a failed probe the next
 * one follows after 1 s, then at intervals that double up to 15 s, and at once when a call succeeds or the
 * device is connected again. Only a probe ends an outage; it also ends `offline`, in case the browser wrongly
 * reports no connection.
 */
export function createReachability({ probe, later, setOnline }: Outside) {
  let reach: Reach = 'reachable';
  /** Milliseconds until the next probe; null while none is scheduled. */
  let pause: number | null = null;
  let responses = 0;
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
    const before = responses;
    const hasResponded = await probe().catch(() => false);
    if (mine !== round) return;
    if (hasResponded) {
      stop();
      become('reachable');
      return setOnline(true);
    }
    setOnline(false);
    if (reach === 'offline') return;
    if (responses === before) become('away');
    const wait = pause ?? FIRST_PAUSE_MS;
    pause = Math.min(wait * 2, MAX_PAUSE_MS);
    cancel = later(() => void probeNow(), wait);
  };

  return {
    now: () => reach,
    /** Calls the listener at each change, until the returned function is called. */
    subscribe: (listener: () => void) => {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    /** Reports a call with a response. */
    responded: () => {
      responses += 1;
      if (reach === 'reachable') return;
      // While the device has no connection, the response may have arrived before the loss.
      if (reach === 'away') become('reachable');
      void probeNow();
    },
    /** Reports a call without a response. */
    timedOut: () => {
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

export type Reachability = ReturnType<typeof createReachability>;
