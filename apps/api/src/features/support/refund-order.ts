import { askForRefund } from '../billing/index.ts';
import { dollars, noteAction, readWords, type Words } from '../operator/index.ts';
import { adjustmentAnswer, believeAnswers } from '../payments/index.ts';
import type { SupportDeps } from './deps.ts';

/**
 * `refund ORDER`: asks Paddle for the latest payment of an order back, whenever it was made. A sentence about what was done; throws one about
 * what the operator has to do otherwise.
 */
export async function refundOrder(deps: SupportDeps, words: Words): Promise<string> {
  const [id = ''] = readWords(words, { positions: ['ORDER'], options: [] }).named;
  if (!/^[0-9a-f-]{36}$/i.test(id)) throw new Error(`Not the id of an order: ${id}`);
  return deps.db.transaction().execute(async (trx) => {
    const order = await trx
      .selectFrom('orders')
      .select(['id', 'userId', 'provider'])
      .where('id', '=', id)
      .forUpdate()
      .executeTakeFirst();
    if (order === undefined) throw new Error(`There is no order ${id}`);
    if (order.provider === 'coingate')
      throw new Error('Crypto goes back by hand, and is recorded by refund-crypto');
    const payment = await trx
      .selectFrom('ledgerEntries')
      .select(['reference', 'amount'])
      .where('orderId', '=', id)
      .where('kind', '=', 'payment')
      .orderBy('happenedAt', 'desc')
      .limit(1)
      .executeTakeFirst();
    if (payment === undefined || payment.reference === null)
      throw new Error('Nothing was paid for this order');
    const asked = await askForRefund(deps.billing, payment.reference, 'Asked for by support');
    if (!asked.ok) throw new Error(`Paddle did not take the refund: ${asked.error}`);
    const now = deps.clock.now();
    await believeAnswers(deps, trx, order.id, [adjustmentAnswer(asked.value)], now);
    const done = { operator: deps.operator, action: 'refund', userId: order.userId } as const;
    await noteAction(trx, { ...done, details: { order: id, adjustment: asked.value.id }, now });
    const amount = dollars(Number(asked.value.totals.total));
    return `Asked Paddle for ${amount} of order ${id} back; it is ${asked.value.status} (${asked.value.id}).`;
  });
}
