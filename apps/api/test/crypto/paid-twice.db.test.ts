import { api } from '@comet/contract';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { refundCryptoCommand } from '../../src/features/payments/index.ts';
import { type ApiUnderTest, makeUser, type TestUser } from '../fixture/api-fixture.ts';
import { refundApproved, subscriptionChanged, transactionCompleted } from '../payments/fake-provider.ts';
import { deliverAndProcess, openOrder, processInboxEvents } from '../payments/paid-user.ts';
import { cryptoCalls, startApiWithCoingate } from './crypto-calls.ts';

let under: ApiUnderTest;
beforeAll(async () => {
  under = await startApiWithCoingate();
});
afterAll(() => under.stop());

const { shown, subscriptionOf, waiting, changeAtCoingate, paid } = cryptoCalls(() => under);
const dayMs = 24 * 3600 * 1000;
const later = (days: number) => new Date(under.clock.now().getTime() + days * dayMs);
const months = { '12-months': 12, '24-months': 24 } as const;
type Method = 'card' | 'crypto';
type PlanId = keyof typeof months;

/** An open checkout. */
interface Tab {
  readonly id: string;
  readonly method: Method;
  readonly planId: PlanId;
  /** The provider's id of the payment. */
  readonly reference: string;
  pay(): Promise<void>;
  /** Paddle's subscription of the order is reported. */
  report(): Promise<void>;
  /** The payment is returned, as Paddle or an operator does it. */
  giveBack(): Promise<void>;
}

async function openTab(user: TestUser, method: Method, planId: PlanId): Promise<Tab> {
  if (method === 'crypto') {
    const order = await waiting(user, planId);
    return {
      ...{ id: order.id, method, planId, reference: order.coingateId },
      pay: () => changeAtCoingate(order, paid(), 2),
      report: () => changeAtCoingate(order, {}),
      async giveBack() {
        await refundCryptoCommand({ ...under.dependencies, operator: 'grace' }, [order.id]);
        await processInboxEvents(under);
      },
    };
  }
  const { orderId, transactionId } = await openOrder(under, user, planId);
  const { priceId = 'pri_plain' } = under.provider.charges.get(transactionId) ?? {};
  const at = under.clock.now();
  const period = { from: at, until: later(months[planId] * 30) };
  const ids = { transactionId, subscriptionId: `sub_${orderId}`, at };
  const active = { ...ids, status: 'active', nextPaymentAt: period.until } as const;
  return {
    ...{ id: orderId, method, planId, reference: transactionId },
    pay: () => deliverAndProcess(under, transactionCompleted({ ...ids, priceId, period })),
    report: () => deliverAndProcess(under, subscriptionChanged(active)),
    async giveBack() {
      await deliverAndProcess(under, subscriptionChanged({ ...ids, status: 'canceled', canceledAt: at }));
      await deliverAndProcess(under, refundApproved(ids));
    },
  };
}

/** What an account has and owes after its payments. */
async function stateOf(user: TestUser) {
  const { db } = under.dependencies;
  const running = await db
    .selectFrom('subscriptions')
    .select(['orderId', 'accessUntil', 'nextPaymentAt'])
    .where('userId', '=', user.id)
    .where('endedAt', 'is', null)
    .execute();
  const tickets = await db
    .selectFrom('supportTickets')
    .select('id')
    .where('userId', '=', user.id)
    .where('kind', '=', 'crypto_to_return')
    .execute();
  const returned = under.jobs.recorded
    .filter(({ name }) => name === 'payments.return-duplicate')
    .map(({ data }) => (data as { transactionId: string }).transactionId);
  const { payments } = (await under.call(api.listPayments, {}, user)).json as {
    payments: { order_id: string; state: string; amount: { amount: number } }[];
  };
  return { running, tickets, returned, payments };
}

/** Checks that only `kept` gives a plan, and that the money of `second` is on its way back exactly once. */
async function expectOnePlan(user: TestUser, kept: Tab, second: Tab, state: 'returning' | 'refunded') {
  const { running, tickets, returned, payments } = await stateOf(user);
  expect(running.map(({ orderId }) => orderId)).toEqual([kept.id]);
  expect(await subscriptionOf(user)).toMatchObject({
    ...{ state: 'active', plan_id: kept.planId, months: months[kept.planId] },
    payment_method: { kind: kept.method },
    next_payment: kept.method === 'card' ? expect.anything() : null,
    money_back_until: kept.method === 'card' ? expect.anything() : null,
  });
  expect(tickets).toHaveLength(second.method === 'crypto' ? 1 : 0);
  expect(returned.filter((id) => id === second.reference)).toHaveLength(second.method === 'card' ? 1 : 0);
  expect(returned).not.toContain(kept.reference);
  const stateOfPayment = (id: string) => payments.filter(({ order_id }) => order_id === id);
  expect(stateOfPayment(kept.id)).toMatchObject([{ state: 'paid' }]);
  expect(stateOfPayment(second.id)).toMatchObject([{ state }]);
  expect(await shown(user, kept.id)).toMatchObject({ state: 'paid', returned: null });
  const charged = stateOfPayment(second.id)[0]?.amount.amount ?? 0;
  const order = await shown(user, second.id);
  const fee = order.lines.find(({ kind }) => kind === 'crypto_fee')?.amount.amount ?? 0;
  expect(order).toMatchObject({
    state: state === 'refunded' ? 'refunded' : 'paid',
    returned: {
      ...{ reason: 'second_plan', amount: { amount: charged - fee } },
      refund: state === 'refunded' ? 'done' : 'requested',
    },
  });
  const booked = await under.dependencies.db
    .selectFrom('ledgerEntries')
    .select(({ fn }) => fn.sum('amount').as('left'))
    .where('orderId', '=', second.id)
    .executeTakeFirstOrThrow();
  expect(Number(booked.left)).toBe(state === 'refunded' ? fee : charged);
}

const methods = ['card', 'crypto'] as const;
const plans = ['12-months', '24-months'] as const;
const cases = methods.flatMap((keptMethod) =>
  methods.flatMap((secondMethod) =>
    plans.flatMap((keptPlan) =>
      plans.map((secondPlan) => [keptPlan, keptMethod, secondPlan, secondMethod] as const),
    ),
  ),
);

describe('a plan that is paid while another checkout is open', () => {
  test.each(cases)(
    '%s by %s keeps its plan when %s by %s is paid next, in any order of opening and reports',
    async (keptPlan, keptMethod, secondPlan, secondMethod) => {
      for (const isOpenedFirst of [true, false]) {
        const user = await makeUser(under);
        const open = {
          kept: () => openTab(user, keptMethod, keptPlan),
          second: () => openTab(user, secondMethod, secondPlan),
        };
        const early = isOpenedFirst ? await open.second() : null;
        const kept = await open.kept();
        const second = early ?? (await open.second());
        if (isOpenedFirst) await second.report();
        await kept.pay();
        await second.pay();
        await expectOnePlan(user, kept, second, 'returning');
        await second.report();
        await kept.report();
        await second.pay();
        await expectOnePlan(user, kept, second, 'returning');
        await second.giveBack();
        await kept.pay();
        await expectOnePlan(user, kept, second, 'refunded');
      }
    },
    60_000,
  );

  test.each([
    ['card', 'card'],
    ['card', 'crypto'],
    ['crypto', 'crypto'],
  ] as const)('concurrent payments by %s and %s give one plan', async (one, other) => {
    for (const planId of plans) {
      const user = await makeUser(under);
      const tabs = [await openTab(user, one, planId), await openTab(user, other, '24-months')] as const;
      await Promise.all(tabs.map((tab) => tab.pay()));
      await processInboxEvents(under);
      const [first, last] = tabs;
      const isFirst = (await shown(user, last.id)).returned !== null;
      await expectOnePlan(user, isFirst ? first : last, isFirst ? last : first, 'returning');
    }
  });
});

test('the card plan can be canceled and refunded after a longer crypto plan was paid second', async () => {
  const user = await makeUser(under);
  const crypto = await openTab(user, 'crypto', '24-months');
  const card = await openTab(user, 'card', '12-months');
  await card.pay();
  await card.report();
  await crypto.pay();
  const email = under.jobs.emailsTo(user.email).find(({ subject }) => subject.startsWith('We owe you'));
  expect(email?.subject).toContain('$83.76');
  expect((await shown(user, crypto.id)).returned).toMatchObject({ amount: { amount: 8376 } });
  const canceled = await under.call(api.cancelSubscription, { body: { reason: null } }, user);
  expect(canceled.status).toBe(200);
  expect(await subscriptionOf(user)).toMatchObject({ plan_id: '12-months', state: 'cancelled' });
});

test('of two prepaid plans that follow the current one, only the first paid one does', async () => {
  const user = await makeUser(under);
  await (await openTab(user, 'crypto', '12-months')).pay();
  const [one, other] = [
    await openTab(user, 'crypto', '24-months'),
    await openTab(user, 'crypto', '12-months'),
  ];
  await one.pay();
  await other.pay();
  expect(await shown(user, one.id)).toMatchObject({ state: 'paid', returned: null });
  expect((await shown(user, other.id)).returned).toMatchObject({ reason: 'second_plan' });
  const { running, tickets } = await stateOf(user);
  expect(running).toHaveLength(2);
  expect(tickets).toHaveLength(1);
});

test('a crypto order that the customer canceled says so, and is still credited when coins arrive', async () => {
  const user = await makeUser(under);
  const order = await waiting(user);
  await changeAtCoingate(order, { status: 'canceled' });
  expect(await shown(user, order.id)).toMatchObject({ state: 'expired', failure: 'canceled' });
  await changeAtCoingate(order, paid());
  expect(await shown(user, order.id)).toMatchObject({ state: 'paid', failure: null });
});
