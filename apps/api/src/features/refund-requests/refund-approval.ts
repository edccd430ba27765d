import { randomUUID } from 'node:crypto';
import type { Database, DatabaseTransaction } from '../../platform/database/database.ts';
import {
  dollars,
  type OperatorDeps,
  readArguments,
  readIf,
  readMoney,
  recordOperatorAction,
  type CommandArguments,
} from '../operator-commands/index.ts';
import { orderIdOf } from '../orders/index.ts';
import { refundedOf, expireRequests, insertRequest } from './refund-requests.store.ts';

export interface RefundDeps extends OperatorDeps {
  /** In cents: a payment of which more than this would be refunded needs a second operator. */
  readonly secondPersonAbove: number;
}

type RefundCommand<Deps> = (deps: Deps, args: CommandArguments) => Promise<string>;

/** Which payments each command refunds. */
const providers = { refund: 'paddle', 'refund-crypto': 'coingate' } as const;

export type RefundCommandName = keyof typeof providers;

/**
 * A refund command that stores a request for a second operator where it would refund more than the limit, and otherwise runs. Earlier
 * refunds of the payment are added, so that a large refund cannot be split into small ones. A repeated partial refund (`--once`) that was
 * made before (`wasMade`) is not held: the command names the existing refund.
 */
export function withRefundApproval<Deps extends RefundDeps>(
  command: RefundCommandName,
  run: RefundCommand<Deps>,
  wasMade: (deps: Deps, transactionId: string, once: string) => Promise<boolean>,
): RefundCommand<Deps> {
  return async (deps, args) => {
    const given = readArguments(args, { positions: ['ORDER'], options: ['amount', 'end', 'once'] });
    const { amount: part, once, end } = given.options;
    // The command refuses these options without an amount.
    if (part === undefined && (once ?? end) !== undefined) return run(deps, args);
    const orderId = await orderIdOf(deps.db, given.named[0] ?? '');
    const payment = await paymentOf(deps.db, orderId, providers[command]);
    if (payment === null) return run(deps, args);
    const left = payment.amount - payment.refunded;
    const amount = readIf(part, readMoney) ?? left;
    // A payment without a remainder is not refunded again: the command reports it.
    if (left <= 0 || payment.refunded + amount <= deps.secondPersonAbove) return run(deps, args);
    if (once !== undefined && payment.refunded > 0 && (await wasMade(deps, payment.transactionId, once)))
      return run(deps, args);
    const id = randomUUID();
    // A partial refund is made once, also if its approval is repeated.
    const isRepeatable = part === undefined || once !== undefined;
    const words = isRepeatable ? args : [`--once=${id}`, ...args];
    return requestApproval(deps, { ...payment, id, orderId, command, amount, arguments: [...words] });
  };
}

async function requestApproval(
  { db, clock, operator, secondPersonAbove }: RefundDeps,
  request: {
    readonly id: string;
    readonly orderId: string;
    readonly userId: string;
    readonly number: string;
    readonly command: string;
    readonly arguments: string[];
    readonly amount: number;
    readonly currency: string;
  },
): Promise<string> {
  const now = clock.now();
  const { id, orderId, userId, number, amount, currency } = request;
  const stored = await db.transaction().execute(async (trx) => {
    await expireRefundsIn(trx, { orderId, now });
    const held = await insertRequest(trx, {
      ...{ id, orderId, command: request.command, arguments: request.arguments, amount, currency },
      ...{ requestedBy: operator, requestedAt: now },
    });
    if (held === null) return null;
    const details = { order: number, amount, request: id };
    await recordOperatorAction(trx, { operator, action: 'request_refund', userId, details, now });
    return held;
  });
  if (stored === null)
    throw new Error(`A refund of order ${number} waits for a second operator already. Nothing was changed.`);
  const until = stored.expiresAt.toISOString().slice(0, 10);
  return `Refunds above ${dollars(secondPersonAbove)} need a second operator: the refund of ${dollars(amount)} for order ${number} waits until ${until} for another operator with the role finance or admin (refunds approve ${id}).`;
}

/** Returns the latest payment of an order through a provider, and how much of it is refunded or about to be; null if there is none. */
async function paymentOf(db: Database, orderId: string, provider: 'paddle' | 'coingate') {
  const payment = await db
    .selectFrom('ledgerEntries')
    .innerJoin('orders', 'orders.id', 'ledgerEntries.orderId')
    .select(['reference', 'amount', 'ledgerEntries.currency', 'number', 'orders.userId'])
    .where('orderId', '=', orderId)
    .where('ledgerEntries.kind', '=', 'payment')
    .where('ledgerEntries.provider', '=', provider)
    .orderBy('happenedAt', 'desc')
    .limit(1)
    .executeTakeFirst();
  if (payment === undefined) return null;
  const { reference, amount, currency, number, userId } = payment;
  const transactionId = reference ?? '';
  return { transactionId, amount, currency, number, userId, refunded: await refundedOf(db, transactionId) };
}

async function expireRefundsIn(
  trx: DatabaseTransaction,
  which: { readonly orderId?: string; readonly now: Date },
): Promise<void> {
  for (const { id, amount, requestedBy } of await expireRequests(trx, which))
    await recordOperatorAction(trx, {
      ...{ operator: requestedBy, action: 'expire_refund', now: which.now },
      details: { amount, request: id },
    });
}

/** Ends requests that expired undecided. */
export async function expireRefundRequests(db: Database, now: Date): Promise<void> {
  await db.transaction().execute((trx) => expireRefundsIn(trx, { now }));
}
