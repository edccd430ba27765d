import type { Clock } from '@comet/foundation';
import type { Database, DatabaseTransaction } from '../../platform/database/database.ts';
import { assignAddress, freeAddress } from './addresses.store.ts';
import { activeUntilOf } from './period.ts';
import { lockService, type StoredService } from './services.store.ts';

/**
 * Brings a service into line with what was bought of it and given back. One that has time left and no address gets one; when none is there
 * it waits, and its time begins when it comes. An address whose time is over is free again.
 */
export async function refreshService(trx: DatabaseTransaction, id: string, now: Date): Promise<void> {
  const service = await lockService(trx, id);
  if (service === null) return;
  const next = await standingOf(trx, service, now);
  if (next.state === 'expired' || next.state === 'refunded') await freeAddress(trx, id);
  await trx.updateTable('services').set(next).where('id', '=', id).execute();
}

type Standing = Pick<StoredService, 'state' | 'startedAt' | 'activeUntil'>;

async function standingOf(trx: DatabaseTransaction, service: StoredService, now: Date): Promise<Standing> {
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

/** Ends the services whose time is over, unless an extension is being paid just now. Gives how many. */
export async function expireServices(deps: {
  readonly db: Database;
  readonly clock: Clock;
}): Promise<number> {
  const now = deps.clock.now();
  const due = await deps.db
    .selectFrom('services')
    .select('id')
    .where('state', '=', 'active')
    .where('activeUntil', '<=', now)
    .where((where) =>
      where.not(
        where.exists(
          where
            .selectFrom('orders')
            .select('orders.id')
            .whereRef('orders.userId', '=', 'services.userId')
            .where('orders.kind', '=', 'dedicated_ip_extension')
            .where('orders.state', '=', 'processing'),
        ),
      ),
    )
    .limit(1000)
    .execute();
  for (const { id } of due) await deps.db.transaction().execute((trx) => refreshService(trx, id, now));
  return due.length;
}

/** Gives new addresses to the services that wait for one, the oldest first. */
export async function serveWaiting(trx: DatabaseTransaction, now: Date): Promise<void> {
  const waiting = await trx
    .selectFrom('services')
    .select('id')
    .where('state', '=', 'provisioning')
    .orderBy('id')
    .execute();
  for (const { id } of waiting) await refreshService(trx, id, now);
}
