import { ok } from '@comet/foundation';
import type { Adjustment } from '@paddle/paddle-node-sdk';
import type { DatabaseTransaction } from '../../platform/database/database.ts';
import type { PaddleFailure } from '../../platform/paddle/paddle-call.ts';
import { askForRefund } from '../billing/index.ts';
import { dollars, noteAction, readWords, type Words } from '../operator/index.ts';
import { toCall, withOrderClaim } from '../orders/index.ts';
import { adjustmentAnswer, believeAnswers } from '../payments/index.ts';
import type { SupportDeps } from './deps.ts';

/**
 * `refund ORDER`: asks Paddle for the latest payment of an order back, whenever it was made. A sentence about what was done; throws one about
 * what the operator has to do otherwise.
 */
export async function refundOrder(deps: SupportDeps, words: Words): Promise<string> {
  const [id = ''] = readWords(words, { positions: ['ORDER'], options: [] }).named;
  if (!/^[0-9a-f-]{36}$/i.test(id)) throw new Error(`Not the id of an order: ${id}`);
  const asked = await withOrderClaim<Payment, Payment, Adjustment, PaddleFailure>(deps.db, {
    lock: async (trx) => ok(await lockPayment(trx, id)),
    begin: (_, payment) => Promise.resolve(toCall(payment)),
    async work({ orderId, userId, transactionId }, claim) {
      const reason = 'Asked for by support';
      const answer = await askForRefund(deps.billing, claim, { transactionId, reason });
      if (!answer.ok) return answer;
      await deps.db.transaction().execute(async (trx) => {
        const now = deps.clock.now();
        await believeAnswers(deps, trx, orderId, [adjustmentAnswer(answer.value)], now);
        const done = { operator: deps.operator, action: 'refund', userId } as const;
        await noteAction(trx, { ...done, details: { order: id, adjustment: answer.value.id }, now });
      });
      return answer;
    },
  });
  if (!asked.ok) throw new Error(`Paddle did not take the refund: ${asked.error}`);
  const { totals, status, id: adjustmentId } = asked.value;
  return `Asked Paddle for ${dollars(Number(totals.total))} of order ${id} back; it is ${status} (${adjustmentId}).`;
}

interface Payment {
  readonly orderId: string;
  readonly userId: string;
  readonly transactionId: string;
}

/** The latest payment of an order, which is locked. */
async function lockPayment(trx: DatabaseTransaction, id: string): Promise<Payment> {
  const order = await trx
    .selectFrom('orders')
    .select(['userId', 'provider'])
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst();
  if (order === undefined) throw new Error(`There is no order ${id}`);
  if (order.provider === 'coingate')
    throw new Error('Crypto goes back by hand, and is recorded by refund-crypto');
  const payment = await trx
    .selectFrom('ledgerEntries')
    .select('reference')
    .where('orderId', '=', id)
    .where('kind', '=', 'payment')
    .orderBy('happenedAt', 'desc')
    .limit(1)
    .executeTakeFirst();
  if (payment === undefined || payment.reference === null) throw new Error('Nothing was paid for this order');
  return { orderId: id, userId: order.userId, transactionId: payment.reference };
}
