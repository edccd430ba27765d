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
