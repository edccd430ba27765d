import { err, ok, type Result } from '@comet/foundation';
import type { Database } from '../../platform/database/database.ts';
import { reserveDeviceSlot } from '../devices/index.ts';
import { gatewaysInService, leastLoaded } from '../gateways/index.ts';
import { type GrantDeps, addWireguardGrant } from '../grants/index.ts';
import { lockAccess } from '../subscription/index.ts';
import {
  bindGrant,
  configsOf,
  deleteConfig,
  insertConfig,
  type ShownConfig,
} from './wireguard-configs.store.ts';

export interface ConfigDeps extends GrantDeps {
  readonly db: Database;
}

interface NewConfig {
  readonly userId: string;
  readonly name: string;
  readonly location: string;
  readonly publicKey: string;
}

type ConfigRefusal =
  | 'subscription_required'
  | 'device_limit_reached'
  | 'wireguard_key_taken'
  | 'gateway_unavailable';

/**
 * Adds a WireGuard peer on the least loaded gateway of a location, with fixed addresses. The access is locked until the grant is written:
 * ending it afterwards withdraws this grant with the others.
 */
export async function addConfig(
  deps: ConfigDeps,
  { userId, location, ...config }: NewConfig,
): Promise<Result<ShownConfig, ConfigRefusal>> {
  return deps.db.transaction().execute(async (trx) => {
    const fits = await reserveDeviceSlot(trx, userId);
    const now = deps.clock.now();
    if ((await lockAccess(trx, userId, now)) === null) return err('subscription_required');
    if (!fits) return err('device_limit_reached');
    const fleet = await gatewaysInService(trx, now);
    const gateway = leastLoaded(fleet.filter(({ locationCode }) => locationCode === location));
    if (gateway === null) return err('gateway_unavailable');
    const id = await insertConfig(trx, { ...config, userId, createdAt: now });
    if (id === null) return err('wireguard_key_taken');
    const wanted = { kind: 'wireguard', publicKey: config.publicKey } as const;
    const granted = await addWireguardGrant(deps, trx, { userId, gatewayId: gateway.id, grant: wanted });
    if (!granted.ok) {
      await deleteConfig(trx, { userId, id });
      return err(granted.error === 'key_taken' ? 'wireguard_key_taken' : 'gateway_unavailable');
    }
    await bindGrant(trx, id, granted.value.id);
    const [shown] = await configsOf(trx, { userId, id });
    return shown === undefined ? err('gateway_unavailable') : ok(shown);
  });
}
