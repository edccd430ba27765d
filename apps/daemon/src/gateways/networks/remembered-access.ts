import { randomUUID } from 'node:crypto';
import type { Clock } from '@comet/foundation';
import type { AccessMethod } from '@comet/tunnel-protocol';
import type { AccessMemory } from '../../platform/control-plane/access/api-access.ts';
import type { StateFile } from '../../platform/files/state-file.ts';
import type { KnownNetworks } from './known-networks.ts';
import { networkName } from './remembered-transports.ts';

/** Milliseconds after which the direct method is tried first again: it is the fastest where it works. */
const validity = 6 * 60 * 60_000;
const maxKept = 32;

/** The methods of API access that worked, by network. A network is stored as a hash, as for transports. */
export function rememberedAccess(
  file: StateFile,
  clock: Clock,
  known: Pick<KnownNetworks, 'identify' | 'current'>,
): AccessMemory {
  /** The latest method, also where it is not stored: a direct one, or on a network without an id. */
  let latest: { readonly network: string | null; readonly method: AccessMethod; readonly at: Date } | null =
    null;

  const isValid = (at: Date): boolean => {
    const age = clock.now().getTime() - at.getTime();
    // A time in the future was stored with a wrong clock.
    return age >= 0 && age < validity;
  };

  function worked(): AccessMethod | null {
    const network = known.current();
    return latest !== null && latest.network === network && isValid(latest.at)
      ? latest.method
      : stored(network);
  }

  function stored(network: string | null): AccessMethod | null {
    const { networks } = file.current.apiAccess;
    if (networks === null || network === null) return null;
    const name = networkName(networks.salt, network);
    const found = networks.methods.find((one) => one.network === name);
    return found !== undefined && isValid(new Date(found.at)) ? found.method : null;
  }

  async function remember(method: AccessMethod): Promise<void> {
    if (known.current() === null) await known.identify();
    const network = known.current();
    const isSame = latest?.network === network && latest.method === method && isValid(latest.at);
    if (!isSame) latest = { network, method, at: clock.now() };
    if (network === null || stored(network) === method) return;
    const { apiAccess } = file.current;
    const { salt, methods } = apiAccess.networks ?? { salt: randomUUID(), methods: [] };
    const name = networkName(salt, network);
    const others = methods.filter((one) => one.network !== name);
    // A network where the direct method works needs no entry.
    const own = method === 'direct' ? [] : [{ network: name, method, at: clock.now().toISOString() }];
    if (own.length === 0 && others.length === methods.length) return;
    await file.change({
      apiAccess: { ...apiAccess, networks: { salt, methods: [...own, ...others].slice(0, maxKept) } },
    });
  }

  return { worked, remember: (method) => void remember(method).catch(() => undefined) };
}
