import { open, rm } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';

/** Sizes in bytes of the writes to a filling file, from the first until none fits. */
const chunks = [1 << 20, 4096].map((size) => Buffer.alloc(size));
const pauseMs = 200;

/** A file that takes all the room of its filesystem, also what is freed meanwhile. */
export interface FillingFile {
  /** Removes the file. */
  release(): Promise<void>;
}

/** Fills the filesystem of `path`, a new file, and resolves when it is full. */
export async function fillDisk(path: string): Promise<FillingFile> {
  const file = await open(path, 'wx', 0o600);
  const fill = async () => {
    for (const chunk of chunks) while (await fits(() => file.write(chunk)));
  };
  await fill();
  let isFull = true;
  const filling = (async () => {
    while (isFull) {
      await sleep(pauseMs);
      await fill();
    }
  })();
  // Observed in `release`.
  filling.catch(() => undefined);
  return {
    async release() {
      isFull = false;
      await filling;
      await file.close();
      await rm(path);
    },
  };
}

async function fits(write: () => Promise<unknown>): Promise<boolean> {
  try {
    await write();
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOSPC') return false;
    throw error;
  }
}
