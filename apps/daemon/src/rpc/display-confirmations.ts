/** Maximum wait in ms: a window that hangs must not prevent its user from disconnecting. */
const timeout = 2000;

/** Snapshots that clients have received and do not display yet. */
interface DisplayConfirmations {
  /** Adds a confirmation to wait for. */
  add(showing: Promise<void>): void;
  /** Resolves when all snapshots sent so far are displayed, or after the maximum wait. */
  shown(): Promise<void>;
}

/** Creates an empty set of confirmations; `shown` waits for two seconds at most (decision 37). */
export function createDisplayConfirmations(
  after: (milliseconds: number, callback: () => void) => () => void,
): DisplayConfirmations {
  const pending = new Set<Promise<void>>();
  return {
    add(showing) {
      pending.add(showing);
      void showing.then(() => pending.delete(showing));
    },
    shown() {
      if (pending.size === 0) return Promise.resolve();
      return new Promise((resolve) => {
        const cancel = after(timeout, resolve);
        void Promise.all(pending).then(() => {
          cancel();
          resolve();
        });
      });
    },
  };
}
