/** Whether our servers can be asked: they can, this device has no connection, or they do not answer. */
export type Reach = 'reachable' | 'offline' | 'away';

interface Outside {
  /** Asks our servers anything; true when an answer came, of whatever kind. */
  readonly probe: () => Promise<boolean>;
  /** Calls back after so many milliseconds; the function that it gives calls that off. */
  readonly later: (run: () => void, milliseconds: number) => () => void;
  /** They answer again: whatever failed meanwhile is to be asked anew. */
  readonly onReturn: () => void;
}

const FIRST_TRY_MS = 1000;
const LONGEST_PAUSE_MS = 15_000;

/**
 * Follows whether our servers can be reached, from what the screens' own calls meet. Only while they cannot be is anything asked for its
 * own sake: after 1 s, then after pauses that double up to 15 s, and at once when the device is connected again.
 */
export function createReach({ probe, later, onReturn }: Outside) {
  let reach: Reach = 'reachable';
  let pause = FIRST_TRY_MS;
  let callOff = () => {};
  const listeners = new Set<() => void>();

  const become = (next: Reach) => {
    if (next === reach) return;
    const returned = next === 'reachable';
    reach = next;
    for (const listener of listeners) listener();
    if (returned) onReturn();
  };
  const tryAfter = (milliseconds: number) => {
    callOff();
    callOff = later(() => void tryNow(), milliseconds);
  };
  const tryNow = async () => {
    if (await probe().catch(() => false)) return answered();
    if (reach !== 'away') return;
    pause = Math.min(pause * 2, LONGEST_PAUSE_MS);
    tryAfter(pause);
  };
  const answered = () => {
    callOff();
    become('reachable');
  };

  return {
    now: () => reach,
    /** Calls the listener at each change; gives the function that ends it. */
    subscribe: (listener: () => void) => {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    /** A call got an answer. */
    answered,
    /** A call got none. */
    unanswered: () => {
      if (reach !== 'reachable') return;
      pause = FIRST_TRY_MS;
      become('away');
      tryAfter(pause);
    },
    /** The device says that it has no connection. */
    disconnected: () => {
      callOff();
      become('offline');
    },
    /** The device says that it has one again, which does not mean that it leads anywhere. */
    connected: () => {
      if (reach === 'reachable') return;
      pause = FIRST_TRY_MS;
      become('away');
      tryAfter(0);
    },
  };
}

export type ReachWatch = ReturnType<typeof createReach>;
