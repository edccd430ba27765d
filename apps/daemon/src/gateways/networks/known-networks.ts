import { randomUUID } from 'node:crypto';
import type { Clock } from '@comet/foundation';
import type { StateFile } from '../../platform/files/state-file.ts';
import type { WorkedTransport } from '../attempts/transport-order.ts';
import { networkName, workingTransport, withPassed } from './remembered-transports.ts';

/** Transports that worked in the networks of this machine. */
export interface KnownNetworks {
  /** Identifies the current network; call it when the network may have changed. */
  identify(): Promise<void>;
  /** The id of the identified network; null before, and for a network without a name. */
  current(): string | null;
  /** The transport to try first in this network; null if none is known. */
  worked(): WorkedTransport | null;
  remember(transport: WorkedTransport): Promise<void>;
}

/** `network` identifies the current network. A network without an id may be another one the next time. */
export function knownNetworks(
  file: StateFile,
  clock: Clock,
  network: () => Promise<{ readonly isNamed: boolean; readonly id: string } | null>,
): KnownNetworks {
  let networkId: string | null = null;

  async function identify(): Promise<void> {
    const found = await network();
    networkId = found?.isNamed === true ? found.id : null;
  }

  return {
    identify,
    current: () => networkId,
    worked() {
      const known = file.current.passedWays;
      if (known === null || networkId === null) return null;
      return workingTransport(known.ways, networkName(known.salt, networkId), clock.now());
    },
    async remember(transport) {
      if (networkId === null) await identify();
      if (networkId === null) return;
      const { salt, ways } = file.current.passedWays ?? { salt: randomUUID(), ways: [] };
      const changed = withPassed(ways, networkName(salt, networkId), transport, clock.now());
      if (changed !== ways) await file.change({ passedWays: { salt, ways: [...changed] } });
    },
  };
}
