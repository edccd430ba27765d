import { api } from '@comet/contract';
import { send } from '@comet/testing';
import { expect } from 'vitest';
import {
  queryCoingateOrder,
  storeCoingateOrder,
} from '../../src/features/payments/coingate/coingate-orders.ts';
import { type ApiUnderTest, startApi, type TestUser } from '../fixture/api-fixture.ts';
import { processDeps, processInboxEvents } from '../payments/paid-user.ts';

interface Shown {
  readonly id: string;
  readonly number: string;
  readonly state: string;
  readonly total: { readonly amount: number };
  readonly lines: readonly { readonly kind: string; readonly amount: { readonly amount: number } }[];
  readonly renewal: unknown;
  readonly returned: unknown;
  readonly checkout: { readonly provider: string; readonly payment_url: string } | null;
}

/** An API whose jobs query the simulated CoinGate. */
export async function startApiWithCoingate(): Promise<ApiUnderTest> {
  const under = await startApi();
  await under.jobs.work(queryCoingateOrder, ({ coingateOrderId }) =>
    storeCoingateOrder(processDeps(under), coingateOrderId),
  );
  return under;
}

export const orderOf = ({ json }: { json: unknown }) => (json as { order: Shown }).order;

/** Requests of a customer who pays in crypto, and actions of CoinGate. The API may be started later. */
export function cryptoCalls(started: () => ApiUnderTest) {
  const shown = async (user: TestUser, id: string) =>
    orderOf(await started().call(api.showOrder, { params: { id } }, user));
  const subscriptionOf = async (user: TestUser) =>
    (
      (await started().call(api.showSubscription, {}, user)).json as {
        subscription: Record<string, unknown> | null;
      }
    ).subscription;
  const draft = async (user: TestUser, planId = '12-months') =>
    orderOf(
      await started().call(
        api.createOrder,
        { body: { kind: 'subscription', planId, method: 'crypto' } },
        user,
      ),
    );
  const pay = (user: TestUser, id: string, method: 'crypto' | 'card' = 'crypto') =>
    started().call(api.payOrder, { params: { id }, body: { method } }, user);

  /** Creates an order with an open checkout at CoinGate. */
  async function waiting(user: TestUser, planId?: string) {
    const { id, number } = await draft(user, planId);
    const { payment_url } = orderOf(await pay(user, id)).checkout ?? { payment_url: '' };
    const coingateId = payment_url.slice(payment_url.lastIndexOf('/') + 1);
    const made = started().coingate.made.get(coingateId);
    if (made === undefined) throw new Error('no order was requested from CoinGate');
    return { id, number, coingateId, ...made };
  }

  function sendCallback(form: Readonly<Record<string, string>>) {
    return send(started().baseUrl, {
      method: 'POST',
      path: api.coingateCallback.path,
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      body: new URLSearchParams(form).toString(),
    });
  }

  /** CoinGate changes an order and sends callbacks, possibly repeated. */
  async function changeAtCoingate(
    order: { readonly coingateId: string; readonly token: string },
    change: Parameters<ApiUnderTest['coingate']['set']>[1],
    times = 1,
  ) {
    started().coingate.set(order.coingateId, change);
    const form = { id: order.coingateId, token: order.token, status: 'whatever' };
    const responses = await Promise.all(Array.from({ length: times }, () => sendCallback(form)));
    expect(new Set(responses.map(({ status }) => status))).toEqual(new Set([200]));
    await started().jobs.runPending();
    await processInboxEvents(started());
  }

  const paid = () => ({ status: 'paid', paidAt: started().clock.now() }) as const;
  return { shown, subscriptionOf, draft, pay, waiting, sendCallback, changeAtCoingate, paid };
}
