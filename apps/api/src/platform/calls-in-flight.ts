/** Limits concurrent calls. */
export interface CallsInFlight {
  /** Runs `call`, or returns null at once where the limits of running and waiting calls are reached. */
  run<T>(call: () => Promise<T>): Promise<T | null>;
}

/** At most `max` run at a time in this process; `waiting` more wait in order. */
export function boundCalls(max: number, waiting = 0): CallsInFlight {
  let running = 0;
  const queue: (() => void)[] = [];
  return {
    async run(call) {
      if (running < max) running += 1;
      else if (queue.length >= waiting) return null;
      // A finished call passes its slot on, so the count stays.
      else await new Promise<void>((resolve) => queue.push(resolve));
      try {
        return await call();
      } finally {
        const next = queue.shift();
        if (next === undefined) running -= 1;
        else next();
      }
    },
  };
}

/** Limits the concurrent calls of each key, for example of each account. */
export interface KeyedCallsInFlight {
  /** Runs `call`, or returns null at once where the key's limits of running and waiting calls are reached. */
  run<T>(key: string, call: () => Promise<T>): Promise<T | null>;
}

/** `boundCalls` for each key. A key without calls occupies no memory. */
export function boundCallsByKey(max: number, waiting = 0): KeyedCallsInFlight {
  const byKey = new Map<string, { readonly calls: CallsInFlight; unfinished: number }>();
  return {
    async run(key, call) {
      const own = byKey.get(key) ?? { calls: boundCalls(max, waiting), unfinished: 0 };
      byKey.set(key, own);
      own.unfinished += 1;
      try {
        return await own.calls.run(call);
      } finally {
        own.unfinished -= 1;
        if (own.unfinished === 0) byKey.delete(key);
      }
    },
  };
}
