import { type Clock, err, ok, type Result } from '@comet/foundation';
import { sql } from 'kysely';
import { isAfter, type Placed, workThrough } from '../../platform/database/batches.ts';
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

/** An active service, and whether its gateway has no grant for its proxy user. */
type ActiveService = Placed & { readonly userId: string; readonly isMissing: boolean };

/**
 * Returns active services of a customer, or of all, by their end. A new service has no grant yet, nor one whose exit has moved to another
 * gateway.
 */
async function activeServices(
  db: Database,
  of: { readonly userId: string | null; readonly now: Date },
  { after, limit }: { readonly after: Placed | null; readonly limit: number },
): Promise<readonly ActiveService[]> {
  const { userId, now } = of;
  const { rows } = await sql<ActiveService>`
    with page as materialized (
      select id, user_id, active_until from services
      where state = 'active' and active_until > ${now} and ${isAfter('active_until', 'id', after)}
        and ${userId === null ? sql`true` : sql`user_id = ${userId}`}
      order by active_until, id limit ${limit})
    select page.id, page.user_id, page.active_until::text as place,
      at.gateway_id is not null
        and not exists (
          select from gateway_grants held where held.holder_id = page.id and held.gateway_id = at.gateway_id)
        and exists (
          select from subscriptions access
          where access.user_id = page.user_id and access.ended_at is null and access.access_until > ${now})
        as is_missing
    from page left join lateral (
      select coalesce(address.gateway_id, exits.gateway_id) as gateway_id
      from dedicated_ips address left join exits on exits.id = address.exit_id
      where address.service_id = page.id) at on true
    order by page.active_until, page.id`.execute(db);
  return rows;
}

/** Creates the missing proxy users, of one customer or of all. */
export async function createMissingProxies(
  deps: ServiceProxyDeps,
  userId: string | null = null,
): Promise<void> {
  const of = { userId, now: deps.clock.now() };
  const page = (after: Placed | null, limit: number) => activeServices(deps.db, of, { after, limit });
  await workThrough(page, async ({ id, userId: owner, isMissing }) => {
    if (!isMissing) return;
    await deps.db.transaction().execute(async (trx) => {
      await holdOwner(trx, owner);
      const service = await lockService(trx, id);
      if (service !== null) await putProxy(deps, trx, service);
    });
  });
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
