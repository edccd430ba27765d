/** Milliseconds after which nobody is waited for: a window that hangs must not keep its user from disconnecting. */
const patience = 2000;

/** What clients have been told and do not show yet. */
export interface Showings {
  /** Waits for this, too. */
  add(showing: Promise<void>): void;
  /** Resolves when all that was told so far is shown, or has been waited for long enough. */
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
