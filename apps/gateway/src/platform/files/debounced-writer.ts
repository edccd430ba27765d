interface DebouncedWriter {
  /** Schedules a write, unless one is scheduled already. */
  schedule(): void;
  /** Performs a scheduled write now; resolves when it is on disk. */
  flush(): Promise<void>;
}

/** Combines the changes of `delay` milliseconds into one call of `save`. */
export function debouncedWriter(
  save: () => Promise<void>,
  delay: number,
  onError: (error: unknown) => void,
): DebouncedWriter {
  let timer: NodeJS.Timeout | null = null;
  const write = () => {
    timer = null;
    return save().catch(onError);
  };
  return {
    schedule() {
      timer ??= setTimeout(() => void write(), delay);
    },
    async flush() {
      if (timer === null) return;
      clearTimeout(timer);
      await write();
    },
  };
}
