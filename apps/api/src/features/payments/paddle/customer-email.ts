import type { Clock } from '@comet/foundation';
import type { Database, DatabaseTransaction } from '../../../platform/database/database.ts';
import { type JobQueue, jobKind } from '../../../platform/jobs/jobs.ts';
import type { PaddleCustomers } from '../../../platform/paddle/customers.ts';
import { openTicket, type TicketDeps } from '../../support-tickets/index.ts';

export const customerEmail = jobKind<{ userId: string }>('payments.customer-email', {
  retries: 15,
  firstPause: 2,
});

/** Updates the account's email address at Paddle after the transaction commits, if the account is a Paddle customer. */
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

interface Deps extends TicketDeps {
  readonly db: Database;
  readonly clock: Clock;
  readonly customers: PaddleCustomers;
}

/**
 * Sends the account's current address to Paddle. Two Paddle customers cannot share an address: where another customer has it already, a
 * ticket is opened. Throws if the Paddle request fails.
 */
export async function updateCustomerEmail(deps: Deps, userId: string): Promise<void> {
  const user = await deps.db
    .selectFrom('users')
    .select(['email', 'paddleCustomerId'])
    .where('id', '=', userId)
    .executeTakeFirst();
  if (user === undefined || user.paddleCustomerId === null) return;
  const { email, paddleCustomerId } = user;
  const result = await deps.customers.changeEmail(paddleCustomerId, email);
  if (!result.ok) throw new Error(`Paddle email address change failed: ${result.error}`);
  if (result.value === 'changed') return;
  const ticket = {
    userId,
    kind: 'paddle_email_taken',
    cause: `${paddleCustomerId} ${email}`,
    subject: 'Another Paddle customer already has the new email of an account',
    body: 'Paddle still sends invoices and reminders to the old email. Archive the customer with the new email or change their email, then update the customer below.',
    facts: [
      { term: 'Email', value: email },
      { term: 'Customer at Paddle', value: paddleCustomerId },
    ],
  };
  await deps.db.transaction().execute((trx) => openTicket(deps, trx, ticket, deps.clock.now()));
}
