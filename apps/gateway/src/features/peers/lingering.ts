import type { WireguardDevice } from '@comet/linux-network';
import type { Lease, LeaseBook } from '../leases/index.ts';
import type { DesiredPeers } from './desired-peers.ts';

export interface LingeringParts {
  readonly device: Pick<WireguardDevice, 'apply'>;
  readonly desired: DesiredPeers;
  readonly leases: Pick<LeaseBook, 'withHost'>;
  readonly close: ((leases: readonly Lease[]) => Promise<void>) | undefined;
}

/**
 * Sessions that are over, whose keys the device may let in still. Until it does not they keep their ways, or what they send would leave by
 * the gateway.
 */
export class Lingering {
  readonly #parts: LingeringParts;
  readonly #over = new Set<Lease>();

  constructor(parts: LingeringParts) {
    this.#parts = parts;
  }

  all(): readonly Lease[] {
    return [...this.#over];
  }

  add(over: readonly Lease[]): void {
    for (const lease of over) this.#over.add(lease);
  }

  /** Their keys are out: they need no ways. A host that was presented anew meanwhile keeps its own. */
  async letGo(over: readonly Lease[]): Promise<void> {
    for (const lease of over) this.#over.delete(lease);
    const gone = over.filter(({ host }) => this.#parts.leases.withHost(host) === null);
    if (gone.length > 0) await this.#parts.close?.(gone);
  }

  /** Shuts out what the device refused to change. Where it refuses this, too, they linger until it has been compared. */
  async shutOut(over: readonly Lease[]): Promise<void> {
    const { device, desired } = this.#parts;
    this.add(over);
    const keys = over.map((lease) => lease.publicKey);
    const remove = keys.filter((key) => desired.withKey(key) === null);
    const set = keys.map((key) => desired.withKey(key)).filter((peer) => peer !== null);
    try {
      await device.apply({ remove, set });
    } catch {
      // Why is told by whoever was refused first.
      return;
    }
    await this.letGo(over);
  }
}
