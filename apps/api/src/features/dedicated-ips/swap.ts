import { err, ok, type Result } from '@comet/foundation';
import type { Database, DatabaseTransaction } from '../../platform/database/database.ts';
import type { Revoke } from '../gateways/index.ts';
import { isStopped, withdrawHeldBy } from '../grants/index.ts';
import { lockAccess } from '../subscription/index.ts';
import { findReplacement, assignLockedAddress, quarantineAddress } from './addresses.store.ts';
import { putProxy, type ServiceProxyDeps } from './service-proxy.ts';
import { lockOwner, isRunning, lockService } from './services.store.ts';
import { serviceRouteOf } from './service-route.store.ts';

export interface SwapDeps extends ServiceProxyDeps {
  readonly revoke: Revoke;
}

const betweenSwapsMs = 30 * 24 * 3600 * 1000;

type Refusal =
  | 'not_found'
  | 'service_ended'
  | 'subscription_required'
  | 'spending_stopped'
  | 'swap_too_soon'
  | 'address_sold_out';

/**
 * Replaces the address of a service and rests the bad one, in one transaction: the service always has exactly one. Sessions through the old
 * address end. Allowed once in thirty days.
 */
export async function swapAddress(
  deps: SwapDeps,
  { userId, id, reason }: { readonly userId: string; readonly id: string; readonly reason: string },
): Promise<Result<undefined, Refusal>> {
  return deps.db.transaction().execute(async (trx) => {
    await lockOwner(trx, userId);
    const service = await lockService(trx, id);
    if (service === null || service.userId !== userId) return err('not_found');
    const now = deps.clock.now();
    if (!isRunning(service, now)) return err('service_ended');
    if ((await lockAccess(trx, userId, now)) === null) return err('subscription_required');
    if (await isStopped(trx, userId)) return err('spending_stopped');
    if ((await nextSwapAt(trx, id)) > now) return err('swap_too_soon');
    const other = await findReplacement(trx, service);
    if (other === null) return err('address_sold_out');
    const route = await serviceRouteOf(trx, id, now);
    const address = await quarantineAddress(trx, id, { now, isBad: true });
    if (address !== null)
      await trx
        .insertInto('addressSwaps')
        .values({ serviceId: id, address, reason, swappedAt: now })
        .execute();
    await assignLockedAddress(trx, { id: other, serviceId: id });
    // The old gateway's grant is withdrawn before its sessions end.
    await withdrawHeldBy(trx, id, now);
    await putProxy(deps, trx, service);
    if (route !== null) await deps.revoke(trx, { userId, slot: null, gatewayId: route.gatewayId });
    return ok(undefined);
  });
}

/** Returns when the address of a service can next be swapped. */
export async function nextSwapAt(db: Database | DatabaseTransaction, serviceId: string): Promise<Date> {
  const last = await db
    .selectFrom('addressSwaps')
    .select('swappedAt')
    .where('serviceId', '=', serviceId)
    .orderBy('swappedAt', 'desc')
    .limit(1)
    .executeTakeFirst();
  return new Date(last === undefined ? 0 : last.swappedAt.getTime() + betweenSwapsMs);
}
