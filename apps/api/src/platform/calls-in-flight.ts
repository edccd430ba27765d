/** Bounds what runs at the same time. */
export interface CallsInFlight {
  /** Runs `call`, or gives null at once where as many run already. */
  run<T>(call: () => Promise<T>): Promise<T | null>;
}

/** At most `most` at a time in this process. */
export function boundCalls(most: number): CallsInFlight {
  let running = 0;
  return {
    async run(call) {
      if (running >= most) return null;
      running += 1;
      try {
        return await call();
      } finally {
        running -= 1;
      }
    },
  };
}
