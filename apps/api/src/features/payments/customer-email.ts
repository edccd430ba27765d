import type { Logger } from 'pino';
import type { Database, DatabaseTransaction } from '../../platform/database/database.ts';
import { type JobQueue, jobKind } from '../../platform/jobs/jobs.ts';
import type { PaddleCustomers } from '../../platform/paddle/customers.ts';

export const customerEmail = jobKind<{ userId: string }>('payments.customer-email', {
  retries: 15,
  firstPause: 2,
});

/** Lets Paddle know the account's email address once the transaction is committed, if the account is a customer there. */
export async function followCustomerEmail(
  jobs: JobQueue,
  trx: DatabaseTransaction,
  userId: string,
): Promise<void> {
  const { paddleCustomerId } = await trx
    .selectFrom('users')
    .select('paddleCustomerId')
    .where('id', '=', userId)
    .executeTakeFirstOrThrow();
  if (paddleCustomerId !== null) await jobs.enqueue(trx, customerEmail, { userId });
}

/** Tells Paddle the address that the account has now, whichever change was the occasion. Throws when Paddle cannot be told. */
export async function tellCustomerEmail(
  deps: { readonly db: Database; readonly customers: PaddleCustomers; readonly log: Logger },
  userId: string,
): Promise<void> {
  const user = await deps.db
    .selectFrom('users')
    .select(['email', 'paddleCustomerId'])
    .where('id', '=', userId)
    .executeTakeFirst();
  if (user === undefined || user.paddleCustomerId === null) return;
  const told = await deps.customers.changeEmail(user.paddleCustomerId, user.email);
  if (!told.ok) throw new Error(`Paddle did not take an email address: ${told.error}`);
  // Two customers cannot share one there. An operator joins or archives one of them by hand.
  if (told.value === 'taken') {
    deps.log.warn({ customerId: user.paddleCustomerId }, 'another Paddle customer has the new email address');
  }
}
