import type { Clock } from '@comet/foundation';
import { sql } from 'kysely';
import { repeatFullBatches } from '../../platform/database/batches.ts';
import type { Database, DatabaseTransaction } from '../../platform/database/database.ts';
import type { Outbox } from '../../platform/mail/outbox.ts';
import { trialEndsEmail } from './emails.ts';

const dayMs = 24 * 3600 * 1000;
/** Emails queued in one transaction. */
const perBatch = 100;

/** Notifies every customer whose trial ends within a day of the coming charge, each once. Returns their number. */
export function remindOfTrialEnds(deps: {
  readonly db: Database;
  readonly clock: Clock;
  readonly outbox: Outbox;
  readonly dashboardUrl: string;
}): Promise<number> {
  const now = deps.clock.now();
  const homeUrl = `${deps.dashboardUrl}/dash/home/`;
  return repeatFullBatches(perBatch, () =>
    deps.db.transaction().execute(async (trx) => {
      const due = await takeTrialEnds(trx, now);
      for (const { email, nextPaymentAt: at, nextPaymentAmount, currency } of due) {
        if (at === null || nextPaymentAmount === null) continue;
        const amount = { amount: nextPaymentAmount, currency };
        await deps.outbox.post(trx, email, trialEndsEmail({ amount, at, homeUrl }));
      }
      return due.length;
    }),
  );
}

/** Marks up to `perBatch` trials as reminded and returns them; those of another run are skipped. */
function takeTrialEnds(trx: DatabaseTransaction, now: Date) {
  return trx
    .with('due', (due) =>
      due
        .selectFrom('subscriptions')
        .innerJoin('users', 'users.id', 'subscriptions.userId')
        .select(['subscriptions.id', 'users.email'])
        .where('users.deletedAt', 'is', null)
        .where('subscriptions.state', '=', sql.lit('trialing' as const))
        .where('subscriptions.endedAt', 'is', null)
        .where('subscriptions.trialRemindedAt', 'is', null)
        .where('subscriptions.nextPaymentAt', '>', now)
        .where('subscriptions.nextPaymentAt', '<=', new Date(now.getTime() + dayMs))
        .orderBy('subscriptions.nextPaymentAt')
        .limit(perBatch)
        .forUpdate('subscriptions')
        .skipLocked(),
    )
    .updateTable('subscriptions')
    .from('due')
    .set({ trialRemindedAt: now })
    .whereRef('subscriptions.id', '=', 'due.id')
    .returning(['due.email', 'nextPaymentAt', 'nextPaymentAmount', 'currency'])
    .execute();
}
