import { exitSubject } from '@comet/admission';
import type { api, RequestOf } from '@comet/contract';
import type { Clock } from '@comet/foundation';
import type { Database, DatabaseTransaction } from '../../platform/database/database.ts';
import { revokeSubject } from '../gateways/index.ts';
import { lockExit } from './exits.store.ts';

/**
 * Stores the owner's pause and caps of an exit. The exit itself reports them to its gateway; the stored values serve the next ticket and
 * readers.
 */
export async function changeExit(
  db: Database,
  id: string,
  { paused, caps }: RequestOf<typeof api.changeExit>['body'],
): Promise<void> {
  const changes = {
    ...(paused === undefined ? {} : { paused }),
    ...(caps === undefined ? {} : { capBytesPerSecond: caps.bytesPerSecond, capDayBytes: caps.dayBytes }),
  };
  if (Object.keys(changes).length === 0) return;
  await db.updateTable('exits').set(changes).where('id', '=', id).execute();
}

/** Permanently withdraws an exit: every gateway drops it, and its credential becomes invalid. The record of the owner's consent is kept. */
export async function withdrawExit(
  { db, clock }: { readonly db: Database; readonly clock: Clock },
  id: string,
): Promise<void> {
  await db.transaction().execute((trx) => withdrawIn(trx, id, clock.now()));
}

/** As `withdrawExit`, within a transaction; false if there is no such exit, or it was withdrawn before. */
export async function withdrawIn(trx: DatabaseTransaction, id: string, now: Date): Promise<boolean> {
  if ((await lockExit(trx, id)) === null) return false;
  await trx
    .updateTable('exits')
    .set({ withdrawnAt: now, state: 'down', stateAt: now, gatewayId: null })
    .where('id', '=', id)
    .execute();
  await trx.deleteFrom('exitAddresses').where('exitId', '=', id).execute();
  await revokeSubject(trx, exitSubject(id), now);
  return true;
}
