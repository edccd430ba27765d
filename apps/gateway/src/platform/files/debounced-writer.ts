import type { StateFile } from '@comet/foundation/state-file';

export interface DebouncedWriter {
  /** Asks for a write; asking again before it is made asks for nothing more. */
  soon(): void;
  /** Writes now what was asked for, and resolves when it is on disk. */
  flush(): Promise<void>;
}

/** Gathers the changes of some milliseconds into one write. `content` is asked for at the moment of writing. */
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
    soon() {
      timer ??= setTimeout(() => void write(), delay());
    },
    async flush() {
      if (timer === null) return;
      clearTimeout(timer);
      await write();
    },
  };
}
