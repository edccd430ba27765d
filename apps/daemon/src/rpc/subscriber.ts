import type { Reply, Snapshot } from '@comet/tunnel-protocol';

/**
 * Calls back with each later snapshot, until the returned function is called. What a listener gives back is waited for, not for long,
 * before a tunnel's end lets traffic out.
 */
export type Watch = (listener: (snapshot: Snapshot) => Promise<void> | undefined) => () => void;

export interface Watcher {
  /** The client shows the snapshot of this number, and so none from before. */
  shown(number: number): void;
  end(): void;
}

/**
 * Sends a client each snapshot from now on. One that tells what it shows gets a number with those in which a tunnel ends: every tunnel
 * ends by them, and what follows lets traffic out.
 */
export function beginWatching(watch: Watch, send: (message: Reply) => void, tellsShown: boolean): Watcher {
  const showing = new Map<number, () => void>();
  let last = 0;
  const stop = watch((snapshot) => {
    if (!tellsShown || snapshot.tunnel.state !== 'disconnecting') {
      send({ kind: 'snapshot', snapshot });
      return undefined;
    }
    last += 1;
    const number = last;
    const shown = new Promise<void>((resolve) => showing.set(number, resolve));
    send({ kind: 'snapshot', snapshot, number });
    return shown;
  });
  const shown = (number: number): void => {
    for (const [one, resolve] of showing) {
      if (one > number) continue;
      resolve();
      showing.delete(one);
    }
  };
  return {
    shown,
    end() {
      stop();
      // Who is gone shows nothing.
      shown(last);
    },
  };
}
