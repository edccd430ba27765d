import { type Clock, err, ok, type Result } from '@comet/foundation';
import type { Database, DatabaseTransaction } from '../../platform/database/database.ts';
import type { PaymentMethod } from '../../platform/database/schema.ts';
import type { SignedInUser } from '../../platform/http/caller.ts';
import type { JobQueue } from '../../platform/jobs/jobs.ts';
import type { PaddleFailure } from '../../platform/paddle/paddle-call.ts';
import { reserveAddress } from '../services/index.ts';
import { hasPlan } from '../subscription/index.ts';
import { cryptoFeeOf } from './crypto-fee.ts';
import { type DraftRefusal, draftOf, wishOf } from './draft.ts';
import { giveWay, holdPayer, holdUse } from './holdings.ts';
import { lockOrder, type StoredOrder, startProcessing } from './orders.store.ts';
import type { Till } from './till.ts';

export type PayRefusal =
  | 'not_found'
  | 'email_unverified'
  | 'order_not_payable'
  | DraftRefusal
  | PaddleFailure;

export interface PayDeps {
  readonly db: Database;
  readonly clock: Clock;
  readonly jobs: JobQueue;
  readonly tills: readonly Till[];
}

interface Paying {
  readonly user: SignedInUser;
  readonly orderId: string;
  readonly method: PaymentMethod;
}

/** Thrown to undo what was held on the way to a refusal. */
class Refused extends Error {
  readonly code: PayRefusal;
  constructor(code: PayRefusal) {
    super(code);
    this.code = code;
  }
}

/**
 * Opens the checkout of an order. The order stays locked while the provider makes it, so that simultaneous calls end up with
 * one; a call that finds an open checkout gives it back. The provider's id is committed before any browser hears of it, which is what
 * lets a notification be believed by that id alone.
 */
export async function payOrder(deps: PayDeps, given: Paying): Promise<Result<StoredOrder, PayRefusal>> {
  try {
    return ok(await deps.db.transaction().execute((trx) => openCheckout(deps, trx, given)));
  } catch (error) {
    if (error instanceof Refused) return err(error.code);
    throw error;
  }
}

async function openCheckout(deps: PayDeps, trx: DatabaseTransaction, given: Paying): Promise<StoredOrder> {
  const { user, method } = given;
  const now = deps.clock.now();
  const order = await lockOrder(trx, user.id, given.orderId);
  if (order === null) throw new Refused('not_found');
  if (!user.emailVerified) throw new Refused('email_unverified');
  const till = deps.tills.find(({ methods }) => methods.includes(method));
  if (till === undefined) throw new Refused('payment_not_started');
  if (order.state === 'processing') return openAlready(trx, order, till, now);
  // The fee, and whether there is a trial, follow from how it is paid.
  if ((cryptoFeeOf(order.lines) !== null) !== (method === 'crypto')) throw new Refused('order_not_payable');
  if (order.state !== 'draft') throw new Refused('order_not_payable');
  await refuseStale(trx, order, now);

  await giveWay(deps, trx, order);
  if (order.item.kind === 'dedicated_ip') {
    const { type, country } = order.item;
    if (!(await reserveAddress(trx, { type, country, orderId: order.id, userId: order.userId }))) {
      throw new Refused('address_sold_out');
    }
  }
  const opened = await till.open(trx, { order, user, method });
  if (!opened.ok) throw new Refused(opened.error);
  if (!(await holdPayer(trx, user.id, opened.value.paddleCustomerId))) throw new Refused('order_not_payable');
  const refusal = await holdUse(trx, order, now);
  if (refusal !== null) throw new Refused(refusal);
  return startProcessing(trx, order, { method, provider: till.provider, at: now }, opened.value.columns);
}

/** The checkout that is open; another provider's takes an order of its own. */
async function openAlready(
  trx: DatabaseTransaction,
  order: StoredOrder,
  till: Till,
  now: Date,
): Promise<StoredOrder> {
  const followsOn = order.item.kind === 'subscription' && order.item.startsAt !== undefined;
  if (order.kind === 'subscription' && !followsOn && (await hasPlan(trx, order.userId, now))) {
    throw new Refused('subscription_exists');
  }
  if (order.provider !== till.provider) throw new Refused('order_not_payable');
  return order;
}

/** What was shown must be what is charged: a price, a trial or a coupon that has changed since makes a new draft necessary. */
async function refuseStale(trx: DatabaseTransaction, order: StoredOrder, now: Date): Promise<void> {
  const wish = wishOf(order);
  if (wish === null) throw new Refused('order_not_payable');
  const draft = await draftOf(trx, wish, { userId: order.userId, now });
  if (!draft.ok) throw new Refused(draft.error);
  const { item, quote } = draft.value;
  const isSame =
    quote.total === order.totalAmount &&
    quote.lines.length === order.lines.length &&
    quote.lines.every((line, index) => {
      const shown = order.lines[index];
      return shown?.kind === line.kind && shown.amount === line.amount && shown.quantity === line.quantity;
    });
  const renewsAlike =
    item.kind !== 'subscription' ||
    (order.item.kind === 'subscription' &&
      item.priceAmount === order.item.priceAmount &&
      item.startsAt === order.item.startsAt);
  if (!isSame || !renewsAlike) throw new Refused('order_not_payable');
}
