/** Maximum wait in ms: a window that hangs must not prevent its user from disconnecting. */
const patience = 2000;

/** Snapshots that clients have received and do not display yet. */
export interface Showings {
  /** Waits for this, too. */
  add(showing: Promise<void>): void;
  /** Resolves when all snapshots sent so far are displayed, or after the maximum wait. */
  shown(): Promise<void>;
}

export function createShowings(after: (milliseconds: number, callback: () => void) => () => void): Showings {
  const awaited = new Set<Promise<void>>();
  return {
    add(showing) {
      awaited.add(showing);
      void showing.then(() => awaited.delete(showing));
    },
    shown() {
      if (awaited.size === 0) return Promise.resolve();
      return new Promise((resolve) => {
        const giveUp = after(patience, resolve);
        void Promise.all(awaited).then(() => {
          giveUp();
          resolve();
        });
      });
    },
  };
}
