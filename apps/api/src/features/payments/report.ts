import { type Clock, formatMoney } from '@comet/foundation';
import type { Database, DatabaseTransaction } from '../../platform/database/database.ts';
import { queueEmailOnce } from '../../platform/mail/outbox.ts';
import { cryptoFeeOf, type StoredOrder } from '../orders/index.ts';
import type { ApplyDeps } from '../subscription/index.ts';
import { openTicket, type TicketDeps } from '../support-tickets/index.ts';
import { cryptoRefundDueEmail } from './emails.ts';
import type { ReturnReason } from './refunds/return-duplicate.ts';

const why = {
  second_plan: 'It’s for a second plan: the customer already had one when it arrived.',
  account_deleted: 'The account was deleted before it arrived.',
  coupon_used_up: 'It arrived after the order had expired, and its coupon had been used up by then.',
} as const satisfies Record<ReturnReason, string>;

/** Reports a crypto payment without an entitlement to operators and to the customer: coins are refunded by hand. */
export async function reportCoins(
  deps: ApplyDeps,
  trx: DatabaseTransaction,
  order: StoredOrder,
  reason: ReturnReason,
  now: Date,
): Promise<void> {
  const fee = cryptoFeeOf(order.lines) ?? 0;
  const money = (amount: number) => formatMoney({ amount, currency: order.currency });
  const amount = money(order.totalAmount - fee);
  const isNew = await openTicket(
    deps,
    trx,
    {
      userId: order.userId,
      kind: 'crypto_to_return',
      cause: order.id,
      subject: `Send back ${amount} in crypto`,
      body: `${why[reason]} Ask the customer for a wallet address, send the refund at CoinGate, then record it with comet-ops refund-crypto.`,
      facts: await factsOf(trx, order),
    },
    now,
  );
  if (!isNew) return;
  const email = cryptoRefundDueEmail({ amount, fee: money(fee), reason, orderNumber: order.number });
  await queueEmailOnce(
    deps,
    trx,
    { userId: order.userId, kind: 'crypto_to_return', fact: order.id, now },
    email,
  );
}

/** Reports that Paddle declined the refund of a payment without a plan: the money is still owed. */
export async function reportDeclinedReturn(
  deps: ApplyDeps,
  trx: DatabaseTransaction,
  order: StoredOrder,
  {
    adjustmentId,
    reason,
    now,
  }: { readonly adjustmentId: string; readonly reason: ReturnReason; readonly now: Date },
): Promise<void> {
  const ticket = {
    userId: order.userId,
    kind: 'return_declined',
    cause: adjustmentId,
    subject: 'Paddle declined the refund of a payment without a plan',
    body: `${why[reason]} Clarify the refund with Paddle, then request it again with comet-ops refund: the customer received nothing for the payment.`,
    facts: await factsOf(trx, order),
  };
  await openTicket(deps, trx, ticket, now);
}

/** Reports a payment that does not match the order's price. It gives no entitlement until an operator has reviewed it. */
export async function reportMismatch(
  deps: ApplyDeps,
  trx: DatabaseTransaction,
  order: StoredOrder,
  now: Date,
): Promise<void> {
  const ticket = {
    userId: order.userId,
    kind: 'payment_mismatch',
    cause: order.id,
    subject: 'A payment doesn’t match its order',
    body: 'Compare it with the order at the provider. The customer received nothing for it.',
    facts: await factsOf(trx, order),
  };
  await openTicket(deps, trx, ticket, now);
}

/** Reports an overpayment in coins, which must be refunded. `tooMuch` is in their coin, `0.0001 BTC`. */
export async function reportOverpaid(
  deps: TicketDeps & { readonly db: Database; readonly clock: Clock },
  coingateOrderId: string,
  tooMuch: string,
): Promise<void> {
  await deps.db.transaction().execute(async (trx) => {
    const order = await trx
      .selectFrom('orders')
      .selectAll()
      .where('coingateOrderId', '=', coingateOrderId)
      .executeTakeFirst();
    if (order === undefined) return;
    const ticket = {
      userId: order.userId,
      kind: 'crypto_overpaid',
      cause: order.id,
      subject: `Send back ${tooMuch} that was overpaid`,
      body: 'The order is paid, but the customer sent too much. Ask for a wallet address, and refund the difference at CoinGate.',
      facts: await factsOf(trx, order),
    };
    await openTicket(deps, trx, ticket, deps.clock.now());
  });
}

async function factsOf(trx: DatabaseTransaction, order: StoredOrder) {
  const { email } = await trx
    .selectFrom('users')
    .select('email')
    .where('id', '=', order.userId)
    .executeTakeFirstOrThrow();
  return [
    { term: 'Customer', value: email },
    { term: 'Order', value: order.number },
    { term: 'At the provider', value: order.coingateOrderId ?? order.paddleTransactionId ?? '' },
  ];
}
