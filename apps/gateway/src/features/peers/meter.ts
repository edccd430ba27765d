import type { PeerStatus } from '@comet/linux-network';

/** What has passed for one key since it was let in. */
export interface Metered {
  /** Grows each time the peer is put back in and its counters begin anew. */
  readonly incarnation: number;
  /** Bytes from the customer, and to him. */
  readonly rxBytes: number;
  readonly txBytes: number;
}

interface Reading extends Metered {
  readonly lastRx: number;
  readonly lastTx: number;
}

/**
 * Adds up what a peer's counters say, so that taking a peer out to forget where it was loses no byte. In memory only, and forgotten
 * with the peer.
 */
export class Meter {
  readonly #readings = new Map<string, Reading>();

  /** To be told whatever the device says, before a peer is taken out. A counter that shrank began anew. */
  read(peers: readonly PeerStatus[]): void {
    for (const { publicKey, rxBytes, txBytes } of peers) {
      const known = this.#readings.get(publicKey);
      if (known?.lastRx === rxBytes && known.lastTx === txBytes) continue;
      const before = known ?? { incarnation: 0, rxBytes: 0, txBytes: 0, lastRx: 0, lastTx: 0 };
      this.#readings.set(publicKey, {
        incarnation: before.incarnation,
        rxBytes: before.rxBytes + grown(before.lastRx, rxBytes),
        txBytes: before.txBytes + grown(before.lastTx, txBytes),
        lastRx: rxBytes,
        lastTx: txBytes,
      });
    }
  }

  /** These peers were taken out and put back in after they were read. */
  restarted(publicKeys: Iterable<string>): void {
    for (const publicKey of publicKeys) {
      const known = this.#readings.get(publicKey);
      if (known === undefined) continue;
      const incarnation = known.incarnation + 1;
      this.#readings.set(publicKey, { ...known, incarnation, lastRx: 0, lastTx: 0 });
    }
  }

  forget(publicKeys: Iterable<string>): void {
    for (const publicKey of publicKeys) this.#readings.delete(publicKey);
  }

  of(publicKey: string): Metered | null {
    const known = this.#readings.get(publicKey);
    if (known === undefined) return null;
    const { incarnation, rxBytes, txBytes } = known;
    return { incarnation, rxBytes, txBytes };
  }
}

function grown(last: number, current: number): number {
  return current < last ? current : current - last;
}
