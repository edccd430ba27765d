import { type Clock, err, ok, type Result } from '@comet/foundation';
import type { CallsInFlight, KeyedCallsInFlight } from '../../platform/calls-in-flight.ts';
import type { Database, DatabaseTransaction } from '../../platform/database/database.ts';
import type { PaymentMethod, PaymentProvider } from '../../platform/database/schema.ts';
import type { SignedInUser } from '../../platform/http/authentication/caller.ts';
import type { JobQueue } from '../../platform/jobs/jobs.ts';
import type { HashMailbox } from '../../platform/keys/keyed-hashes.ts';
import type { PaddleFailure } from '../../platform/paddle/paddle-call.ts';
import { type CouponRefusal, recordDiscount } from '../coupons/index.ts';
import { reserveAddress } from '../dedicated-ips/index.ts';
import { hasPlan } from '../subscription/index.ts';
import { closeCheckout } from './abandon-checkouts.ts';
import { cryptoFeeOf } from './crypto-payment-adapter.ts';
import { type DraftRefusal, draftOf, orderRequestOf } from './draft.ts';
import { storePayer, closeOtherCheckouts, reserveTrial, reserveCouponUse } from './reservations.ts';
import { lockOrder, type StoredOrder, startProcessing } from './orders.store.ts';
import type { OpenCheckout, PaymentAdapter } from './payment-adapter.ts';
import { alreadyDone, type Begun, type Claim, toCall, withOrderClaim } from './with-order-claim.ts';

type CommitRefusal = 'order_not_payable' | DraftRefusal | CouponRefusal | 'coupon_unknown';

interface CommitDeps {
  readonly clock: Clock;
  readonly jobs: JobQueue;
  readonly hashMailbox: HashMailbox;
}

/** A claimed order and its payment method. */
interface Claimed {
  readonly order: StoredOrder;
  readonly claim: string;
  readonly method: PaymentMethod;
  readonly provider: PaymentProvider;
}

/** Thrown on a refusal to roll back what was reserved. */
class Refused extends Error {
  readonly code: CommitRefusal;
  constructor(code: CommitRefusal) {
    super(code);
    this.code = code;
  }
}

/**
 * Commits a checkout made by the provider, with everything it reserves: values read before the call are checked again. A refusal rolls
 * everything back, and the caller must then close the checkout.
 */
async function commitCheckout(
  deps: CommitDeps & { readonly db: Database },
  claimed: Claimed,
  opened: OpenCheckout,
): Promise<Result<StoredOrder, CommitRefusal>> {
  try {
    return ok(await deps.db.transaction().execute((trx) => keep(deps, trx, claimed, opened)));
  } catch (error) {
    if (error instanceof Refused) return err(error.code);
    throw error;
  }
}

async function keep(
  deps: CommitDeps,
  trx: DatabaseTransaction,
  claimed: Claimed,
  { columns, paddleCustomerId, discount }: OpenCheckout,
): Promise<StoredOrder> {
  const now = deps.clock.now();
  const { claim, method, provider } = claimed;
  const order = await lockOrder(trx, claimed.order.userId, claimed.order.id);
  // A call that was suspended for longer than its claim must not open a second checkout.
  if (order === null || order.state !== 'draft' || order.checkoutClaim !== claim)
    throw new Refused('order_not_payable');
  const stale = await refuseStale(deps, trx, order, now);
  if (stale !== null) throw new Refused(stale);
  await closeOtherCheckouts(deps, trx, order);
  if (!(await reserveTrial(deps, trx, order, now))) throw new Refused('order_not_payable');
  if (order.item.kind === 'dedicated_ip') {
    const { type, country } = order.item;
    const { id: orderId, userId } = order;
    if (!(await reserveAddress(trx, { type, country, orderId, userId })))
      throw new Refused('address_sold_out');
  }
  if (!(await storePayer(trx, order.userId, paddleCustomerId))) throw new Refused('order_not_payable');
  if (discount !== undefined) await recordDiscount(trx, discount.couponId, discount.paddleDiscountId);
  const refusal = await reserveCouponUse(trx, order, now);
  if (refusal !== null) throw new Refused(refusal);
  return startProcessing(trx, order, { method, provider, at: now }, columns);
}

/** The charge must match what was shown: a changed price, trial or coupon requires a new draft. */
async function refuseStale(
  { hashMailbox }: { readonly hashMailbox: HashMailbox },
  trx: DatabaseTransaction,
  order: StoredOrder,
  now: Date,
): Promise<DraftRefusal | 'order_not_payable' | null> {
  const request = orderRequestOf(order);
  if (request === null) return 'order_not_payable';
  const draft = await draftOf(trx, request, { userId: order.userId, now, hashMailbox });
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

type PayRefusal = 'not_found' | 'email_unverified' | 'order_not_payable' | DraftRefusal | PaddleFailure;

export interface PayDeps {
  readonly db: Database;
  readonly clock: Clock;
  readonly jobs: JobQueue;
  readonly paymentAdapters: readonly PaymentAdapter[];
  /** Limits concurrent calls to the provider. */
  readonly checkoutCalls: CallsInFlight;
  /** Limits the concurrent calls of each account, those that wait for an order's claim included. */
  readonly accountCalls: KeyedCallsInFlight;
  readonly hashMailbox: HashMailbox;
}

interface Paying {
  readonly user: SignedInUser;
  readonly orderId: string;
  readonly method: PaymentMethod;
}

/** A checkout to open. */
interface Opening {
  readonly order: StoredOrder;
  readonly paymentAdapter: PaymentAdapter;
  readonly method: PaymentMethod;
  call(): Promise<Result<OpenCheckout, PaddleFailure>>;
}

/**
 * Opens the checkout of an order: claims the order in one transaction, calls the provider without a connection, and commits the result in
 * another (decision 27). Concurrent calls end up with one checkout: the others wait for it and return it. The provider's id is committed
 * before it is returned to a browser, so a notification can be trusted by that id alone.
 */
export async function payOrder(deps: PayDeps, given: Paying): Promise<Result<StoredOrder, PayRefusal>> {
  const done = await deps.accountCalls.run(given.user.id, () =>
    withOrderClaim<{ orderId: string; order: StoredOrder }, Opening, StoredOrder, PayRefusal>(deps.db, {
      async lock(trx) {
        const order = await lockOrder(trx, given.user.id, given.orderId);
        return order === null ? err('not_found') : ok({ orderId: order.id, order });
      },
      begin: (trx, { order }) => prepareCheckout(deps, trx, order, given),
      work: async (opening, claim) =>
        (await deps.checkoutCalls.run(() => openCheckout(deps, opening, claim))) ??
        err('payment_unavailable'),
    }),
  );
  return done ?? err('payment_unavailable');
}

async function prepareCheckout(
  deps: PayDeps,
  trx: DatabaseTransaction,
  order: StoredOrder,
  { user, method }: Paying,
): Promise<Result<Begun<Opening, StoredOrder>, PayRefusal>> {
  const now = deps.clock.now();
  if (!user.emailVerified) return err('email_unverified');
  const paymentAdapter = deps.paymentAdapters.find(({ methods }) => methods.includes(method));
  if (paymentAdapter === undefined) return err('payment_not_started');
  if (order.state === 'processing') return openAlready(trx, order, paymentAdapter, now);
  // The fee and the trial depend on the payment method.
  if ((cryptoFeeOf(order.lines) !== null) !== (method === 'crypto')) return err('order_not_payable');
  if (order.state !== 'draft') return err('order_not_payable');
  const stale = await refuseStale(deps, trx, order, now);
  if (stale !== null) return err(stale);
  // The account was deleted: its sessions have ended, and calls that began earlier must not open checkouts for it.
  if (!(await storePayer(trx, user.id, undefined))) return err('order_not_payable');
  const prepared = await paymentAdapter.prepare(trx, { order, user });
  return prepared.ok ? toCall({ order, paymentAdapter, method, call: prepared.value }) : prepared;
}

/** Calls the provider. A checkout that cannot be stored is then closed there. */
async function openCheckout(
  deps: PayDeps,
  { order, paymentAdapter, method, call }: Opening,
  claim: Claim,
): Promise<Result<StoredOrder, PayRefusal>> {
  const opened = await call();
  if (!opened.ok) return opened;
  const claimed = { order, claim: claim.id, method, provider: paymentAdapter.provider };
  const kept = await commitCheckout(deps, claimed, opened.value);
  const transactionId = opened.value.columns.paddleTransactionId ?? null;
  if (!kept.ok && transactionId !== null) {
    await deps.db.transaction().execute((trx) => deps.jobs.enqueue(trx, closeCheckout, { transactionId }));
  }
  return kept;
}

/** Returns the open checkout; a checkout at another provider needs a new order. */
async function openAlready(
  trx: DatabaseTransaction,
  order: StoredOrder,
  paymentAdapter: PaymentAdapter,
  now: Date,
): Promise<Result<Begun<Opening, StoredOrder>, PayRefusal>> {
  const followsOn = order.item.kind === 'subscription' && order.item.startsAt !== undefined;
  if (order.kind === 'subscription' && !followsOn && (await hasPlan(trx, order.userId, now)))
    return err('subscription_exists');
  if (order.provider !== paymentAdapter.provider) return err('order_not_payable');
  return alreadyDone(order);
}
