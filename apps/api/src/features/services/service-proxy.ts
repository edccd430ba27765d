import { type Clock, err, ok, type Result } from '@comet/foundation';
import { sql } from 'kysely';
import type { Database, DatabaseTransaction } from '../../platform/database/database.ts';
import { randomString } from '../../platform/keys/random-string.ts';
import type { Sealer } from '../../platform/keys/seal.ts';
import { type CredentialDeps, putProxyUser, withdrawHeldBy } from '../grants/index.ts';
import { holdAccess } from '../subscription/index.ts';
import { holdOwner, isRunning, lockService, type StoredService } from './services.store.ts';
import { serviceRouteOf } from './service-route.store.ts';

export interface ServiceProxyDeps extends CredentialDeps {
  readonly db: Database;
  readonly clock: Clock;
  readonly sealer: Sealer;
}

/** Owners of an address do not pay by volume; this many connections keep a browser and its neighbours busy. */
const limits = { connections: 256, bytesPerSecond: null };

/**
 * Returns the active services of a customer, or of all, whose gateway has no grant for their proxy user: new services, or those whose exit
 * has moved to another gateway.
 */
async function withoutProxy(
  db: Database,
  userId: string | null,
  now: Date,
): Promise<readonly Pick<StoredService, 'id' | 'userId'>[]> {
  return db
    .selectFrom('services')
    .innerJoin('dedicatedIps', 'dedicatedIps.serviceId', 'services.id')
    .leftJoin('exits', 'exits.id', 'dedicatedIps.exitId')
    .select(['services.id', 'services.userId'])
    .where('services.state', '=', 'active')
    .where('services.activeUntil', '>', now)
    .where(sql<boolean>`coalesce(dedicated_ips.gateway_id, exits.gateway_id) is not null`)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('gatewayGrants')
            .select('gatewayGrants.id')
            .whereRef('gatewayGrants.holderId', '=', 'services.id')
            .where(
              sql<boolean>`gateway_grants.gateway_id = coalesce(dedicated_ips.gateway_id, exits.gateway_id)`,
            ),
        ),
      ),
    )
    .where(({ exists, selectFrom }) =>
      exists(
        selectFrom('subscriptions')
          .select('subscriptions.id')
          .whereRef('subscriptions.userId', '=', 'services.userId')
          .where('endedAt', 'is', null)
          .where('accessUntil', '>', now),
      ),
    )
    .$if(userId !== null, (query) => query.where('services.userId', '=', userId))
    .orderBy('services.id')
    .limit(500)
    .execute();
}

/** Creates the missing proxy users, of one customer or of all. */
export async function createMissingProxies(
  deps: ServiceProxyDeps,
  userId: string | null = null,
): Promise<void> {
  for (const { id, userId: owner } of await withoutProxy(deps.db, userId, deps.clock.now())) {
    await deps.db.transaction().execute(async (trx) => {
      await holdOwner(trx, owner);
      const service = await lockService(trx, id);
      if (service !== null) await putProxy(deps, trx, service);
    });
  }
}

/** Replaces the password of a service; the old one is invalid from then on. */
export async function rotatePassword(
  deps: ServiceProxyDeps,
  { userId, id }: { readonly userId: string; readonly id: string },
): Promise<Result<undefined, 'not_found' | 'service_ended' | 'subscription_required'>> {
  return deps.db.transaction().execute(async (trx) => {
    await holdOwner(trx, userId);
    const service = await lockService(trx, id);
    if (service === null || service.userId !== userId) return err('not_found');
    const now = deps.clock.now();
    if (!isRunning(service, now)) return err('service_ended');
    if ((await holdAccess(trx, userId, now)) === null) return err('subscription_required');
    await putProxy(deps, trx, { ...service, sealedProxyPassword: null });
    return ok(undefined);
  });
}

/**
 * Grants the proxy user of a locked service on its gateway, as part of a larger transaction in which the owner is locked. Does nothing
 * without access or a route.
 */
export async function putProxy(
  deps: ServiceProxyDeps,
  trx: DatabaseTransaction,
  service: StoredService,
): Promise<void> {
  const { id, userId } = service;
  const now = deps.clock.now();
  if (!isRunning(service, now) || (await holdAccess(trx, userId, now)) === null) return;
  const username = service.proxyUsername ?? randomString(12);
  const password =
    service.sealedProxyPassword === null
      ? randomString(26)
      : String(deps.sealer.open(service.sealedProxyPassword));
  if (service.sealedProxyPassword === null) {
    await trx
      .updateTable('services')
      .set({ proxyUsername: username, sealedProxyPassword: deps.sealer.seal(password) })
      .where('id', '=', id)
      .execute();
  }
  const route = await serviceRouteOf(trx, id, now);
  if (route === null) return withdrawHeldBy(trx, id, now);
  const gateway = { gatewayId: route.gatewayId, purse: null, route: route.claim };
  const user = { userId, holderId: id, username, password, addresses: [], proven: [], limits };
  await putProxyUser(deps, trx, user, [gateway]);
}
