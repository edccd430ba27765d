/** Bounds what runs at the same time. */
export interface CallsInFlight {
  /** Runs `call`, or gives null at once where as many run and wait already. */
  run<T>(call: () => Promise<T>): Promise<T | null>;
}

/** At most `most` at a time in this process; `waiting` more wait for their turn, in order. */
export function boundCalls(most: number, waiting = 0): CallsInFlight {
  let running = 0;
  const queue: (() => void)[] = [];
  return {
    async run(call) {
      if (running < most) running += 1;
      else if (queue.length >= waiting) return null;
      // A finished call hands its slot on, so the count stays.
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
