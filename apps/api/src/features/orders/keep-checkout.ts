import { type Clock, err, ok, type Result } from '@comet/foundation';
import type { Database, DatabaseTransaction } from '../../platform/database/database.ts';
import type { PaymentMethod, PaymentProvider } from '../../platform/database/schema.ts';
import type { HashMailbox } from '../../platform/keys/mailbox-hash.ts';
import type { JobQueue } from '../../platform/jobs/jobs.ts';
import { type CouponRefusal, noteDiscount } from '../coupons/index.ts';
import { reserveAddress } from '../services/index.ts';
import { type DraftRefusal, draftOf, wishOf } from './draft.ts';
import { giveWay, holdPayer, holdTrial, holdUse } from './holdings.ts';
import { lockOrder, type StoredOrder, startProcessing } from './orders.store.ts';
import type { OpenCheckout } from './payment-adapter.ts';

type KeepRefusal = 'order_not_payable' | DraftRefusal | CouponRefusal | 'coupon_unknown';

interface KeepDeps {
  readonly clock: Clock;
  readonly jobs: JobQueue;
  readonly hashMailbox: HashMailbox;
}

/** A claimed order, and how it is paid. */
interface Claimed {
  readonly order: StoredOrder;
  readonly claim: string;
  readonly method: PaymentMethod;
  readonly provider: PaymentProvider;
}

/** Thrown to undo what was held on the way to a refusal. */
class Refused extends Error {
  readonly code: KeepRefusal;
  constructor(code: KeepRefusal) {
    super(code);
    this.code = code;
  }
}

/**
 * Commits a checkout that the provider has made, with all that it holds: nothing of what was looked at before the call is taken for granted.
 * A refusal undoes everything, and the checkout must then be closed.
 */
export async function keepCheckout(
  deps: KeepDeps & { readonly db: Database },
  claimed: Claimed,
  opened: OpenCheckout,
): Promise<Result<StoredOrder, KeepRefusal>> {
  try {
    return ok(await deps.db.transaction().execute((trx) => keep(deps, trx, claimed, opened)));
  } catch (error) {
    if (error instanceof Refused) return err(error.code);
    throw error;
  }
}

async function keep(
  deps: KeepDeps,
  trx: DatabaseTransaction,
  claimed: Claimed,
  { columns, paddleCustomerId, discount }: OpenCheckout,
): Promise<StoredOrder> {
  const now = deps.clock.now();
  const { claim, method, provider } = claimed;
  const order = await lockOrder(trx, claimed.order.userId, claimed.order.id);
  // A call that was stopped for longer than its claim must not open a second checkout.
  if (order === null || order.state !== 'draft' || order.checkoutClaim !== claim)
    throw new Refused('order_not_payable');
  const stale = await refuseStale(deps, trx, order, now);
  if (stale !== null) throw new Refused(stale);
  await giveWay(deps, trx, order);
  if (!(await holdTrial(deps, trx, order, now))) throw new Refused('order_not_payable');
  if (order.item.kind === 'dedicated_ip') {
    const { type, country } = order.item;
    const { id: orderId, userId } = order;
    if (!(await reserveAddress(trx, { type, country, orderId, userId })))
      throw new Refused('address_sold_out');
  }
  if (!(await holdPayer(trx, order.userId, paddleCustomerId))) throw new Refused('order_not_payable');
  if (discount !== undefined) await noteDiscount(trx, discount.couponId, discount.paddleDiscountId);
  const refusal = await holdUse(trx, order, now);
  if (refusal !== null) throw new Refused(refusal);
  return startProcessing(trx, order, { method, provider, at: now }, columns);
}

/** What was shown must be what is charged: a price, a trial or a coupon that has changed since makes a new draft necessary. */
export async function refuseStale(
  { hashMailbox }: { readonly hashMailbox: HashMailbox },
  trx: DatabaseTransaction,
  order: StoredOrder,
  now: Date,
): Promise<DraftRefusal | 'order_not_payable' | null> {
  const wish = wishOf(order);
  if (wish === null) return 'order_not_payable';
  const draft = await draftOf(trx, wish, { userId: order.userId, now, hashMailbox });
  if (!draft.ok) return draft.error;
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
      item.startsAt === order.item.startsAt &&
      item.moneyBack === order.item.moneyBack);
  return isSame && renewsAlike ? null : 'order_not_payable';
}
