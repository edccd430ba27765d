import { exitSubject } from '@comet/admission';
import type { api, RequestOf } from '@comet/contract';
import type { Clock } from '@comet/foundation';
import type { Database, DatabaseTransaction } from '../../platform/database/database.ts';
import { revokeSubject } from '../gateways/index.ts';
import { lockExit } from './exits.store.ts';

/**
 * Writes down what an exit's owner says. Its gateway hears of a pause and of caps from the exit itself; here they stand for the next
 * ticket, and for readers.
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

/** Takes an exit out for good: every gateway lets go of it, and its credential opens nothing. What was agreed to stays on record. */
export async function withdrawExit(
  { db, clock }: { readonly db: Database; readonly clock: Clock },
  id: string,
): Promise<void> {
  await db.transaction().execute((trx) => withdrawIn(trx, id, clock.now()));
}

/** The same within a transaction; false where there is no such exit, or it was withdrawn before. */
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
