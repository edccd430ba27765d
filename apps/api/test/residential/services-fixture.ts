import { api, type RequestOf } from '@comet/contract';
import type { Reply } from '@comet/testing';
import type { ApiUnderTest, TestUser } from '../fixture/api-fixture.ts';
import { deliverAndProcess } from '../payments/paid-user.ts';
import { purchaseCompleted, refundApproved } from '../payments/fake-provider.ts';

export type OrderRequest = RequestOf<typeof api.createOrder>['body'];

/** A coupon without limits. */
export const anyCoupon = {
  percent: null,
  amount: null,
  currency: 'USD',
  plans: [],
  startsAt: null,
  endsAt: null,
  totalLimit: null,
  userLimit: null,
  firstPurchaseOnly: false,
};

export const codeOf = ({ json }: Reply) => (json as { error?: { code: string } }).error?.code;
export const orderOf = ({ json }: Reply) =>
  (json as { order: { id: string; state: string; total: { amount: number }; checkout: unknown } }).order;

let addresses = 0;

/** Adds addresses to the stock, optionally of a gateway. */
export async function stockAddresses(
  under: ApiUnderTest,
  country: string,
  count: number,
  gatewayId: string | null = null,
): Promise<void> {
  const rows = Array.from({ length: count }, () => {
    addresses += 1;
    const address = `198.51.${addresses >> 8}.${addresses & 255}`;
    return { type: 'dedicated' as const, country, address, addedAt: under.clock.now(), gatewayId };
  });
  await under.dependencies.db.insertInto('dedicatedIps').values(rows).execute();
}

/** Creates an order with an open checkout at the provider. */
export async function beginPaying(under: ApiUnderTest, user: TestUser, request: OrderRequest) {
  const order = orderOf(await under.call(api.createOrder, { body: request }, user));
  const paid = await under.call(api.payOrder, { params: { id: order.id }, body: { method: 'card' } }, user);
  if (paid.status !== 200) throw new Error(`the order could not be paid: ${paid.text}`);
  const { transaction_id: transactionId } = orderOf(paid).checkout as { transaction_id: string };
  return { orderId: order.id, transactionId, total: order.total.amount };
}

export type Begun = Awaited<ReturnType<typeof beginPaying>>;

/** The notification of the payment of a one-time order. */
export function paidNotice(under: ApiUnderTest, { transactionId, total }: Omit<Begun, 'orderId'>) {
  const priceId = under.provider.charges.get(transactionId)?.priceId ?? '';
  return purchaseCompleted({ transactionId, at: under.clock.now(), priceId, total });
}

/** Buys a one-time product. */
export async function buy(under: ApiUnderTest, user: TestUser, request: OrderRequest): Promise<Begun> {
  const begun = await beginPaying(under, user, request);
  await deliverAndProcess(under, paidNotice(under, begun));
  return begun;
}

export async function refund(under: ApiUnderTest, { transactionId }: Begun): Promise<void> {
  const notice = refundApproved({ transactionId, subscriptionId: null, at: under.clock.now() });
  await deliverAndProcess(under, notice);
}

/** Buys a dedicated IP for a subscriber; returns its id. */
export async function giveService(under: ApiUnderTest, user: TestUser): Promise<string> {
  await stockAddresses(under, 'nl', 1);
  await buy(under, user, { kind: 'dedicated_ip', type: 'dedicated', country: 'nl', months: 1 });
  const { json } = await under.call(api.listServices, {}, user);
  return (json as { services: { id: string }[] }).services[0]?.id ?? '';
}
