import { type Clock, err, ok, type Result } from '@comet/foundation';
import { sql } from 'kysely';
import { isAfter, type PagePosition, processPages } from '../../platform/database/batches.ts';
import type { Database, DatabaseTransaction } from '../../platform/database/database.ts';
import { randomString } from '../../platform/keys/secret-token.ts';
import type { Sealer } from '../../platform/keys/seal.ts';
import { type CredentialDeps, putProxyUser, withdrawHeldBy } from '../grants/index.ts';
import { lockAccess } from '../subscription/index.ts';
import { lockOwner, isRunning, lockService, type StoredService } from './services.store.ts';
import { serviceRouteOf } from './service-route.store.ts';

export interface ServiceProxyDeps extends CredentialDeps {
  readonly db: Database;
  readonly clock: Clock;
  readonly sealer: Sealer;
}

/** Owners of an address do not pay by volume; this many connections keep a browser and its neighbours busy. */
const limits = { connections: 256, bytesPerSecond: null };

/** An active service, and whether its gateway has no grant for its proxy user. */
type ActiveService = PagePosition & { readonly userId: string; readonly isMissing: boolean };

/** How long after its move an exit's services are compared. */
const movedMs = 3_600_000;

/** Those of a customer, or those that have just begun, whose owner has just got access again, or whose exit has just moved. */
type Which = { readonly userId: string } | 'due';

/** The active services of a page, without its order: one select for each index that serves it. */
function selected(which: Which, now: Date, after: PagePosition | null) {
  const columns = sql`services.id, services.user_id, services.active_until`;
  const active = sql`services.state = 'active' and services.active_until > ${now}
    and ${isAfter('services.active_until', 'services.id', after)}`;
  if (which !== 'due')
    return sql`select ${columns} from services where ${active} and services.user_id = ${which.userId}`;
  return sql`
    select ${columns} from services where ${active} and services.proxy_due_at is not null
    union select ${columns} from exits
      join dedicated_ips address on address.exit_id = exits.id join services on services.id = address.service_id
      where exits.moved_at > ${new Date(now.getTime() - movedMs)} and ${active}`;
}

/** Returns active services by their end. */
async function activeServices(
  db: Database,
  { which, now }: { readonly which: Which; readonly now: Date },
  { after, limit }: { readonly after: PagePosition | null; readonly limit: number },
): Promise<readonly ActiveService[]> {
  const { rows } = await sql<ActiveService>`
    with page as materialized (
      ${selected(which, now, after)}
      order by active_until, id limit ${limit})
    select page.id, page.user_id, page.active_until::text as position,
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

/**
 * Creates the missing proxy users of one customer, or of the services that are due: a service is marked when it begins and when its owner
 * gets access again (`restoreAllOf`), and an exit when it moves. Without access or a route there is none to create until then.
 */
export async function createMissingProxies(deps: ServiceProxyDeps, which: Which): Promise<void> {
  const now = deps.clock.now();
  const page = (after: PagePosition | null, limit: number) =>
    activeServices(deps.db, { which, now }, { after, limit });
  await processPages(page, async ({ id, userId: owner, isMissing }) => {
    if (isMissing)
      await deps.db.transaction().execute(async (trx) => {
        await lockOwner(trx, owner);
        const service = await lockService(trx, id);
        if (service !== null) await putProxy(deps, trx, service);
      });
    if (which === 'due')
      await deps.db
        .updateTable('services')
        .set({ proxyDueAt: null })
        .where('id', '=', id)
        // A change since then makes it due again.
        .where('proxyDueAt', '<=', now)
        .execute();
  });
}

/** Replaces the password of a service; the old one is invalid from then on. */
export async function rotatePassword(
  deps: ServiceProxyDeps,
  { userId, id }: { readonly userId: string; readonly id: string },
): Promise<Result<undefined, 'not_found' | 'service_ended' | 'subscription_required'>> {
  return deps.db.transaction().execute(async (trx) => {
    await lockOwner(trx, userId);
    const service = await lockService(trx, id);
    if (service === null || service.userId !== userId) return err('not_found');
    const now = deps.clock.now();
    if (!isRunning(service, now)) return err('service_ended');
    if ((await lockAccess(trx, userId, now)) === null) return err('subscription_required');
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
  if (!isRunning(service, now) || (await lockAccess(trx, userId, now)) === null) return;
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
  await putProxyUser(deps, trx, user, { gateways: [gateway] });
}
