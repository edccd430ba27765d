import type { Reply, Snapshot } from '@comet/tunnel-protocol';

/**
 * Calls back with each later snapshot, until the returned function is called. The listener's promise is awaited, for a limited time,
 * before the end of a tunnel unblocks traffic.
 */
export type Watch = (listener: (snapshot: Snapshot) => Promise<void> | undefined) => () => void;

export interface Watcher {
  /** The client displays the snapshot with this number, and so no earlier one. */
  shown(number: number): void;
  end(): void;
}

/**
 * Sends a client each snapshot from now on. A client that confirms what it displays gets a number with those in which a tunnel ends: every
 * tunnel ends with them, and traffic is unblocked afterwards.
 */
export function startWatching(watch: Watch, send: (message: Reply) => void, tellsShown: boolean): Watcher {
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
      // A disconnected client displays nothing.
      shown(last);
    },
  };
}
