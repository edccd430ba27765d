import type { Clock } from '@comet/foundation';
import { sql } from 'kysely';
import {
  batchSize,
  isAfter,
  type PagePosition,
  positionOf,
  processPages,
} from '../../platform/database/batches.ts';
import type { Database, DatabaseTransaction } from '../../platform/database/database.ts';
import type { Revoke } from '../gateways/index.ts';
import { withdrawHeldBy } from '../grants/index.ts';
import { assignAddress, quarantineAddress, releaseQuarantinedAddresses } from './addresses.store.ts';
import { deleteExpiredQuarantines } from './quarantine.store.ts';
import { isRunning, lockService, type StoredService } from './services.store.ts';
import { serviceRouteOf } from './service-route.store.ts';
import { addMonths } from '../plans/index.ts';

/**
 * Updates a service from its purchases and refunds. A service with time left and no address gets one; where none is in stock it waits, and
 * its time begins when an address is assigned. After the end the address is released and the proxy user is disabled. Returns the user and
 * gateway whose sessions still use the address, so that a caller that shortens the time can end them.
 */
export async function refreshService(
  trx: DatabaseTransaction,
  id: string,
  now: Date,
): Promise<EndedSessions | null> {
  const service = await lockService(trx, id);
  if (service === null) return null;
  const next = await statusOf(trx, service, now);
  const isOver = next.state === 'expired' || next.state === 'refunded';
  const route = isOver ? await serviceRouteOf(trx, id, now) : null;
  if (isOver) await quarantineAddress(trx, id, { now });
  const due = next.state === 'active' ? { proxyDueAt: now } : {};
  await trx
    .updateTable('services')
    .set({ ...next, ...due })
    .where('id', '=', id)
    .execute();
  if (isOver) await withdrawHeldBy(trx, id, now);
  return route === null ? null : { userId: service.userId, gatewayId: route.gatewayId };
}

/** Sessions of an account on one gateway, some of which use an address that the account has lost. */
export interface EndedSessions {
  readonly userId: string;
  readonly gatewayId: string;
}

type ServiceStatus = Pick<StoredService, 'state' | 'startedAt' | 'activeUntil'>;

async function statusOf(trx: DatabaseTransaction, service: StoredService, now: Date): Promise<ServiceStatus> {
  const periods = await trx
    .selectFrom('servicePeriods')
    .select(['months', 'boughtAt', 'refundedAt'])
    .where('serviceId', '=', service.id)
    .execute();
  const { startedAt } = service;
  const until = activeUntilOf(periods, startedAt ?? now);
  if (until === null) return { state: 'refunded', startedAt, activeUntil: startedAt === null ? null : now };
  if (until <= now) return { state: 'expired', startedAt, activeUntil: until };
  if (service.state !== 'active' && !(await assignAddress(trx, service))) {
    return { state: 'provisioning', startedAt, activeUntil: startedAt === null ? null : until };
  }
  return { state: 'active', startedAt: startedAt ?? now, activeUntil: until };
}

/** How long an address is kept for an unpaid extension: as long as a checkout stays open. */
const heldMs = 24 * 3600 * 1000;

interface ExpiryDeps {
  readonly db: Database;
  readonly clock: Clock;
  readonly revoke: Revoke;
}

/** Ends expired services and returns rested addresses to the stock. Returns the number of ended services. */
export async function expireServices(deps: ExpiryDeps): Promise<number> {
  const now = deps.clock.now();
  const ended = await endServices(deps);
  await deleteExpiredQuarantines(deps.db, now);
  if (await releaseQuarantinedAddresses(deps.db, now)) {
    const page = (after: PagePosition | null, limit: number) => waitingServices(deps.db, after, limit);
    await processPages(page, ({ id }) =>
      deps.db.transaction().execute((trx) => refreshService(trx, id, now)),
    );
  }
  return ended;
}

/**
 * Ends expired services: their addresses carry no traffic from then on. A service with an unpaid extension order keeps its address for a
 * day, disabled until the payment. Cheap where none is due, and safe to run concurrently. Returns the number of ended services.
 */
export async function endServices(deps: ExpiryDeps): Promise<number> {
  const now = deps.clock.now();
  let ended = 0;
  const page = (after: PagePosition | null, limit: number) => dueServices(deps.db, now, { after, limit });
  await processPages(page, async ({ id, activeUntil, isPaid, hasGrant }) => {
    const isOver = !isPaid || now.getTime() - Number(activeUntil) >= heldMs;
    if (!isOver && !hasGrant) return;
    await deps.db.transaction().execute(async (trx) => {
      if (!isOver) return suspend(trx, id, now);
      const sessions = await refreshService(trx, id, now);
      if (sessions !== null) await deps.revoke(trx, { ...sessions, slot: null });
      ended += 1;
    });
  });
  return ended;
}

/** Returns active services whose time is over, by their end: whether an extension is being paid, and whether a proxy user is enabled. */
function dueServices(
  db: Database,
  now: Date,
  { after, limit }: { readonly after: PagePosition | null; readonly limit: number },
) {
  return db
    .selectFrom('services')
    .select(['id', 'activeUntil', positionOf('activeUntil').as('position')])
    .select(({ exists, selectFrom }) =>
      exists(
        selectFrom('orders')
          .select('orders.id')
          .whereRef('orders.userId', '=', 'services.userId')
          .where('orders.kind', '=', 'dedicated_ip_extension')
          .where('orders.state', '=', 'processing')
          .where(sql<boolean>`orders.item ->> 'serviceId' = services.id::text`),
      ).as('isPaid'),
    )
    .select(({ exists, selectFrom }) =>
      exists(
        selectFrom('gatewayGrants')
          .select('gatewayGrants.id')
          .whereRef('gatewayGrants.holderId', '=', 'services.id'),
      ).as('hasGrant'),
    )
    .where('state', '=', sql.lit('active' as const))
    .where('activeUntil', '<=', now)
    .where(isAfter('activeUntil', 'id', after))
    .orderBy('activeUntil')
    .orderBy('id')
    .limit(limit)
    .execute();
}

/** Disables a service's proxy user after its end. Its tickets expire on their own. */
async function suspend(trx: DatabaseTransaction, id: string, now: Date): Promise<void> {
  const service = await lockService(trx, id);
  if (service !== null && !isRunning(service, now)) await withdrawHeldBy(trx, id, now);
}

/** Assigns addresses to the services that wait for one, the oldest first. */
export async function assignToWaiting(trx: DatabaseTransaction, now: Date): Promise<void> {
  for (let after: PagePosition | null = null; ; ) {
    const waiting: readonly PagePosition[] = await waitingServices(trx, after, batchSize);
    for (const { id } of waiting) await refreshService(trx, id, now);
    if (waiting.length < batchSize) return;
    after = waiting.at(-1) ?? null;
  }
}

/** Returns services that wait for an address of which one is free, the oldest first. */
function waitingServices(
  db: Database | DatabaseTransaction,
  after: PagePosition | null,
  limit: number,
): Promise<readonly PagePosition[]> {
  return db
    .selectFrom('services')
    .select(['id', positionOf('createdAt').as('position')])
    .where('state', '=', sql.lit('provisioning' as const))
    .where(isAfter('createdAt', 'id', after))
    .where(({ exists, selectFrom }) =>
      exists(
        selectFrom('dedicatedIps')
          .select('dedicatedIps.id')
          .where('dedicatedIps.state', 'in', ['free', 'resting'])
          .whereRef('dedicatedIps.type', '=', 'services.type')
          .whereRef('dedicatedIps.country', '=', 'services.country'),
      ),
    )
    .orderBy('createdAt')
    .orderBy('id')
    .limit(limit)
    .execute();
}

/** The period that one order bought of a service. */
export interface Period {
  readonly months: number;
  readonly boughtAt: Date;
  readonly refundedAt: Date | null;
}

/**
 * Returns the end of a service that began at `startedAt`: its periods in sequence, each from the end of the previous one, or from its
 * purchase if that was later. Refunded periods do not count; null when none is left.
 */
export function activeUntilOf(periods: readonly Period[], startedAt: Date): Date | null {
  const kept = periods
    .filter(({ refundedAt }) => refundedAt === null)
    .toSorted((one, other) => one.boughtAt.getTime() - other.boughtAt.getTime());
  if (kept.length === 0) return null;
  return kept.reduce(
    (until, { boughtAt, months }) => addMonths(boughtAt > until ? boughtAt : until, months),
    startedAt,
  );
}
