import type { StateFile } from '@comet/foundation/state-file';

interface DebouncedWriter {
  /** Schedules a write, unless one is scheduled already. */
  schedule(): void;
  /** Performs a scheduled write now; resolves when it is on disk. */
  flush(): Promise<void>;
}

/** Combines the changes of some milliseconds into one write. `content` is called at the time of writing. */
export function debouncedWriter<T>(
  file: Pick<StateFile<T>, 'write'>,
  content: () => T,
  delay: () => number,
  onError: (error: unknown) => void,
): DebouncedWriter {
  let timer: NodeJS.Timeout | null = null;
  const write = () => {
    timer = null;
    return file.write(content()).catch(onError);
  };
  return {
    schedule() {
      timer ??= setTimeout(() => void write(), delay());
    },
    async flush() {
      if (timer === null) return;
      clearTimeout(timer);
      await write();
    },
  };
}
