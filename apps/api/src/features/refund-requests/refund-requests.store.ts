import type { Selectable } from 'kysely';
import type { Database, DatabaseTransaction } from '../../platform/database/database.ts';
import type { Schema } from '../../platform/database/schema.ts';

/** Days that a second operator has to decide. */
const approvalDays = 7;

/** Maximum time in ms of an approval. The approval of a process that died may be repeated after it. */
const approvalMs = 2 * 60 * 1000;

type RefundRequest = Selectable<Schema['refundRequests']>;

/** Whether another operator is approving a request at this moment. */
export const isBeingApproved = ({ decidedAt }: RefundRequest, now: Date): boolean =>
  decidedAt !== null && decidedAt.getTime() > now.getTime() - approvalMs;

/** Requests that wait for a decision, the oldest first. */
export function pendingRefunds(db: Database, now: Date) {
  return db
    .selectFrom('refundRequests')
    .innerJoin('orders', 'orders.id', 'refundRequests.orderId')
    .innerJoin('users', 'users.id', 'orders.userId')
    .selectAll('refundRequests')
    .select(['number', 'orders.userId', 'email'])
    .where('refundRequests.state', '=', 'pending')
    .where((request) => request.or([request('expiresAt', '>', now), request('decidedAt', 'is not', null)]))
    .orderBy('requestedAt');
}

/** Stores a request; null if the order has a pending one. */
export async function insertRequest(
  trx: DatabaseTransaction,
  request: Pick<
    RefundRequest,
    'id' | 'orderId' | 'command' | 'arguments' | 'amount' | 'currency' | 'requestedBy' | 'requestedAt'
  >,
): Promise<RefundRequest | null> {
  const expiresAt = new Date(request.requestedAt.getTime() + approvalDays * 24 * 3600 * 1000);
  const stored = await trx
    .insertInto('refundRequests')
    .values({ ...request, expiresAt, state: 'pending', decidedBy: null, decidedAt: null })
    .onConflict((conflict) => conflict.column('orderId').where('state', '=', 'pending').doNothing())
    .returningAll()
    .executeTakeFirst();
  return stored ?? null;
}

/** Ends requests that expired undecided; of one order, or all. Returns them. */
export function expireRequests(
  trx: DatabaseTransaction,
  { orderId, now }: { readonly orderId?: string; readonly now: Date },
) {
  return trx
    .updateTable('refundRequests')
    .set({ state: 'expired' })
    .where('state', '=', 'pending')
    .where('expiresAt', '<=', now)
    .where('decidedAt', 'is', null)
    .$if(orderId !== undefined, (query) => query.where('orderId', '=', orderId ?? ''))
    .returning(['id', 'orderId', 'amount', 'requestedBy'])
    .execute();
}

/** Returns a request, locked until the transaction ends, with the order's number and account. */
export async function lockRequest(trx: DatabaseTransaction, id: string) {
  return trx
    .selectFrom('refundRequests')
    .innerJoin('orders', 'orders.id', 'refundRequests.orderId')
    .selectAll('refundRequests')
    .select(['number', 'userId'])
    .where('refundRequests.id', '=', id)
    .forUpdate('refundRequests')
    .executeTakeFirst();
}

/** Returns how much of a payment is refunded or about to be, in the minor unit. `transactionId` is Paddle's. */
export async function refundedOf(db: Database | DatabaseTransaction, transactionId: string): Promise<number> {
  const refunds = await db
    .selectFrom('refunds')
    .select('amount')
    .where('transactionId', '=', transactionId)
    .where('state', '<>', 'rejected')
    .execute();
  return refunds.reduce((sum, { amount }) => sum + amount, 0);
}
