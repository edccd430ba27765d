import type { api, RequestOf } from '@comet/contract';
import { err, ok, type Result } from '@comet/foundation';
import type { Database, DatabaseTransaction } from '../../platform/database/database.ts';
import type { OrderItem, StoredOrderLine } from '../../platform/database/schema.ts';
import type { HashMailbox } from '../../platform/keys/keyed-hashes.ts';
import { checkCoupon, type CouponRefusal } from '../coupons/index.ts';
import { isStopped } from '../grants/index.ts';
import { isBenefitUsed, mailboxHashOf } from '../mailbox-benefits/index.ts';
import { planOnSale, priceOnSale } from '../plans/index.ts';
import { findService, isStillReserved, isInStock } from '../dedicated-ips/index.ts';
import { endOfPrepaid, hasAccess, hasPlan, subscribedBefore } from '../subscription/index.ts';
import { cryptoFeeOf, withCryptoFee } from './crypto-payment-adapter.ts';
import { type Quote, quoteAddress, quoteData, quotePlan } from './quote.ts';

/** The requested purchase. */
export type OrderRequest = RequestOf<typeof api.createOrder>['body'];

/** The item, quote and currency that an order created now would have. */
export interface Draft {
  readonly item: OrderItem;
  readonly quote: Quote;
  readonly currency: string;
}

export type DraftRefusal =
  | 'not_found'
  | 'product_not_found'
  | 'subscription_exists'
  | 'subscription_required'
  | 'spending_stopped'
  | 'address_sold_out'
  | 'service_ended'
  | 'coupon_unknown'
  | CouponRefusal;

interface Customer {
  readonly userId: string;
  readonly hashMailbox: HashMailbox;
  readonly now: Date;
}

/**
 * Quotes a request for a customer at current catalogue prices. Called again when the order is paid, so that no outdated price is charged.
 */
export async function draftOf(
  trx: DatabaseTransaction,
  request: OrderRequest,
  customer: Customer,
): Promise<Result<Draft, DraftRefusal>> {
  const draft = await plainDraftOf(trx, request, customer);
  if (!draft.ok || request.method !== 'crypto') return draft;
  return ok({ ...draft.value, quote: withCryptoFee(draft.value.quote) });
}

async function plainDraftOf(
  trx: DatabaseTransaction,
  request: OrderRequest,
  customer: Customer,
): Promise<Result<Draft, DraftRefusal>> {
  if (request.kind === 'subscription') {
    const subscribed = await hasPlan(trx, customer.userId, customer.now);
    // A prepaid period can be followed by the next one before it ends.
    const follows = subscribed && request.method === 'crypto' ? await endOfPrepaid(trx, customer) : null;
    if (subscribed && follows === null) return err('subscription_exists');
    return draftOfPlan(trx, request, customer, follows);
  }
  if (!(await hasAccess(trx, customer.userId, customer.now))) return err('subscription_required');
  // Unusable items are not sold; an existing address can still be extended.
  const isKeeping = request.kind === 'dedicated_ip_extension';
  if (!isKeeping && (await isStopped(trx, customer.userId))) return err('spending_stopped');
  switch (request.kind) {
    case 'residential_data':
    case 'proxy_traffic': {
      const price = await priceOnSale(trx, request.kind, null);
      if (price === null) return err('product_not_found');
      const { kind, gigabytes } = request;
      const quote = quoteData(kind, gigabytes, price.amount);
      return ok({ item: { kind, gigabytes }, quote, currency: price.currency });
    }
    case 'dedicated_ip': {
      const { kind, type, country, months } = request;
      const price = await priceOnSale(trx, type, months);
      if (price === null) return err('product_not_found');
      if (!(await isInStock(trx, { type, country, userId: customer.userId }))) return err('address_sold_out');
      const quote = quoteAddress(months, price.amount);
      return ok({ item: { kind, type, country, months }, quote, currency: price.currency });
    }
    case 'dedicated_ip_extension':
      return draftOfExtension(trx, request, customer);
  }
}

/** Returns whether an account is offered a free trial: it never had a plan, and its mailbox had no trial in 12 months. */
export async function isTrialEligible(
  db: Database | DatabaseTransaction,
  { userId, now, hashMailbox }: Customer,
): Promise<boolean> {
  if (await subscribedBefore(db, userId)) return false;
  const mailboxHash = await mailboxHashOf(db, userId, hashMailbox);
  return !(await isBenefitUsed(db, { kind: 'trial', mailboxHash, userId, now }));
}

async function draftOfPlan(
  trx: DatabaseTransaction,
  request: Extract<OrderRequest, { kind: 'subscription' }>,
  { userId, now, hashMailbox }: Customer,
  follows: Date | null,
): Promise<Result<Draft, DraftRefusal>> {
  const plan = await planOnSale(trx, request.planId);
  if (plan === null) return err('product_not_found');
  const isNew = !(await subscribedBefore(trx, userId));
  const coupon =
    request.couponCode === undefined
      ? ok(null)
      : await checkCoupon(trx, { code: request.couponCode, userId, planId: plan.id, isNew, now });
  if (!coupon.ok) return coupon;
  const benefit = { mailboxHash: await mailboxHashOf(trx, userId, hashMailbox), userId, now };
  const offersTrial =
    request.method !== 'crypto' && (await isTrialEligible(trx, { userId, now, hashMailbox }));
  const hadRefund = await isBenefitUsed(trx, { ...benefit, kind: 'refund' });
  const quote = quotePlan(plan, { isNew: offersTrial, coupon: coupon.value });
  const item = {
    kind: 'subscription',
    planId: plan.id,
    months: plan.months,
    trialDays: quote.trialDays,
    freeMonths: quote.freeMonths,
    priceAmount: plan.priceAmount,
    ...(hadRefund ? ({ moneyBack: false } as const) : {}),
    ...(follows === null ? {} : { startsAt: follows.toISOString() }),
  } as const;
  return ok({ item, quote, currency: plan.currency });
}

async function draftOfExtension(
  trx: DatabaseTransaction,
  { kind, serviceId, months }: Extract<OrderRequest, { kind: 'dedicated_ip_extension' }>,
  { userId, now }: Customer,
): Promise<Result<Draft, DraftRefusal>> {
  const service = await findService(trx, userId, serviceId);
  if (service === null) return err('not_found');
  // A late renewal restores the address while it is still reserved.
  const canGoOn =
    service.state === 'active' ||
    (service.state === 'expired' && (await isStillReserved(trx, serviceId, now)));
  if (!canGoOn) return err('service_ended');
  const price = await priceOnSale(trx, service.type, months);
  if (price === null) return err('product_not_found');
  const quote = quoteAddress(months, price.amount);
  return ok({ item: { kind, serviceId, months }, quote, currency: price.currency });
}

/** Returns the request from which an order was made; null for a kind that is not bought in a checkout. */
export function orderRequestOf(order: {
  readonly item: OrderItem;
  readonly couponCode: string | null;
  readonly lines: readonly StoredOrderLine[];
}): OrderRequest | null {
  const { item, couponCode } = order;
  const how = cryptoFeeOf(order.lines) === null ? {} : ({ method: 'crypto' } as const);
  switch (item.kind) {
    case 'subscription': {
      const { kind, planId } = item;
      return { kind, planId, ...how, ...(couponCode === null ? {} : { couponCode }) };
    }
    case 'plan_change':
      return null;
    case 'residential_data':
    case 'proxy_traffic':
    case 'dedicated_ip':
    case 'dedicated_ip_extension':
      return { ...item, ...how };
  }
}
