import type { Clock } from '@comet/foundation';
import type { Database } from '../../platform/database/database.ts';
import type { Outbox } from '../../platform/mail/outbox.ts';
import { trialEndsEmail } from './emails.ts';

const dayMs = 24 * 3600 * 1000;

/** Notifies every customer whose trial ends within a day of the coming charge, each once. */
export async function remindOfTrialEnds(deps: {
  readonly db: Database;
  readonly clock: Clock;
  readonly outbox: Outbox;
  readonly dashboardUrl: string;
}): Promise<void> {
  const now = deps.clock.now();
  await deps.db.transaction().execute(async (trx) => {
    const due = await trx
      .updateTable('subscriptions')
      .set({ trialRemindedAt: now })
      .from('users')
      .whereRef('users.id', '=', 'subscriptions.userId')
      .where('users.deletedAt', 'is', null)
      .where('subscriptions.state', '=', 'trialing')
      .where('subscriptions.endedAt', 'is', null)
      .where('subscriptions.trialRemindedAt', 'is', null)
      .where('subscriptions.nextPaymentAt', '>', now)
      .where('subscriptions.nextPaymentAt', '<=', new Date(now.getTime() + dayMs))
      .returning(['users.email', 'nextPaymentAt', 'nextPaymentAmount', 'currency'])
      .execute();
    const homeUrl = `${deps.dashboardUrl}/dash/home/`;
    for (const { email, nextPaymentAt: at, nextPaymentAmount, currency } of due) {
      if (at === null || nextPaymentAmount === null) continue;
      const amount = { amount: nextPaymentAmount, currency };
      await deps.outbox.post(trx, email, trialEndsEmail({ amount, at, homeUrl }));
    }
  });
}
