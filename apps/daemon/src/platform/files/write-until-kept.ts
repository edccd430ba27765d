/** Milliseconds until a disk that took nothing is tried again. */
const again = 60_000;

/**
 * Makes a write that nobody has to give up for: it resolves with whether it was done, and where it was not, as on a full disk, it is done
 * again each minute until it is. Each time what is true by then is written. What fails is said once.
 */
export function writeUntilKept(
  what: string,
  write: () => Promise<void>,
  log: (line: string) => void,
): () => Promise<boolean> {
  let timer: NodeJS.Timeout | null = null;

  async function keep(): Promise<boolean> {
    try {
      await write();
    } catch (error) {
      if (timer === null)
        log(`${what} cannot be written: ${error instanceof Error ? error.message : String(error)}`);
      else clearTimeout(timer);
      timer = setTimeout(() => void keep(), again);
      timer.unref();
      return false;
    }
    if (timer !== null) log(`${what} is written`);
    if (timer !== null) clearTimeout(timer);
    timer = null;
    return true;
  }

  return keep;
}
