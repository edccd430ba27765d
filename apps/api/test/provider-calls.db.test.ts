import { api } from '@comet/contract';
import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { buyAutomatically } from '../src/features/automatic-purchases/buy.ts';
import { reconcilePlanChanges, reconcileUnansweredRefunds } from '../src/features/billing/index.ts';
import { supportCommands } from '../src/features/support/index.ts';
import { type ApiUnderTest, makeUser, startApi, type TestUser } from './api-under-test.ts';
import { billingCalls } from './billing-calls.ts';
import { deliverAndWorkOff, makePaidUser, type PaidUser, processDeps } from './paid-user.ts';
import type { PlayedBilling } from './played-billing.ts';
import { subscriptionChanged } from './played-provider.ts';

const connections = 2;
let under: ApiUnderTest;
let owner: TestUser;
beforeAll(async () => {
  under = await startApi({}, { connections });
  owner = await makeUser(under);
  await under.world.db
    .updateTable('plans')
    .set({ paddlePriceId: 'pri_two_years' })
    .where('id', '=', '24-months')
    .execute();
});
beforeEach(() => under.clock.advance(1000));
afterEach(async () => {
  letAnswer();
  await Promise.allSettled(unanswered.splice(0));
  vi.restoreAllMocks();
});
afterAll(() => under.stop());

const { ask, later, cancel, undo, refund, confirm, draft, shown, history, madeFor } = billingCalls(
  () => under,
);
const deps = () => ({ ...processDeps(under), billing: under.billing, operator: 'ada' });
const minuteMs = 60_000;

let letAnswer: () => void = () => undefined;
/** What a test has begun, and what the provider answers at its end at the latest. */
const unanswered: Promise<unknown>[] = [];
const begun = <T>(call: Promise<T>): Promise<T> => {
  unanswered.push(call);
  return call;
};

type Call = Exclude<keyof PlayedBilling, 'made' | 'failNext' | 'decide'>;

/** The provider does what it is asked, or has not heard of it yet, and does not answer until `letAnswer`. */
function hang(name: Call, when: 'before' | 'after' = 'before') {
  const answers = Promise.withResolvers<void>();
  letAnswer = answers.resolve;
  const original = under.billing[name] as (...given: unknown[]) => Promise<unknown>;
  const calls = vi.spyOn(under.billing, name) as unknown as {
    mockImplementation(call: typeof original): void;
    readonly mock: { readonly calls: unknown[] };
  };
  calls.mockImplementation(async (...given) => {
    if (when === 'before') await answers.promise;
    const answer = await original(...given);
    await answers.promise;
    return answer;
  });
  return {
    called: (times: number) =>
      vi.waitFor(() => expect(calls.mock.calls.length).toBeGreaterThanOrEqual(times), {
        timeout: 20_000,
        interval: 20,
      }),
  };
}

/** The process that called has died: its claim ends by itself. */
const endClaims = () =>
  sql`update orders set checkout_claimed_until = clock_timestamp() where checkout_claim is not null`.execute(
    under.world.db,
  );
const claims = async () => {
  const { rows } = await sql`select id from orders where checkout_claim is not null`.execute(under.world.db);
  return rows.length;
};
const signIn = async () => {
  const body = { email: owner.email, password: owner.password };
  return (await under.call(api.logIn, { body }, { deviceId: owner.deviceId })).status;
};
const inTransaction = async () => {
  const { rows } = await sql<{ count: number }>`
    select count(*) from pg_stat_activity
    where datname = current_database() and state like 'idle in transaction%'`.execute(under.world.db);
  return rows[0]?.count;
};

/** An order of data that is to be charged to a plan, as it is placed when little is left. */
async function placeOrder(user: PaidUser) {
  const body = { whenEmpty: 'block', automatic: { belowGigabytes: 1, gigabytes: 2 } } as const;
  await under.call(api.changeResidentialDataSettings, { body }, user);
  await under.world.db
    .updateTable('dataAccounts')
    .set({ toppingUpSince: under.clock.now() })
    .where('userId', '=', user.id)
    .execute();
}
const buy = ({ id: userId }: PaidUser) =>
  buyAutomatically(deps(), { userId, product: 'residential_vpn' }).then(() => 'bought');

const kinds: readonly {
  readonly what: string;
  readonly call: Call;
  prepare?(user: PaidUser): Promise<unknown>;
  begin(user: PaidUser, prepared: unknown): Promise<unknown>;
}[] = [
  { what: 'cancelling', call: 'cancelAtPeriodEnd', begin: cancel },
  { what: 'undoing a cancellation', call: 'undoCancellation', prepare: cancel, begin: undo },
  {
    what: 'reckoning a change of plan',
    call: 'previewPrice',
    begin: (user) => ask(api.draftPlanChange, { body: { planId: '24-months' } }, user),
  },
  {
    what: 'changing the plan',
    call: 'changePrice',
    prepare: async (user) => (await draft(user)).id,
    begin: (user, id) => confirm(user, String(id)),
  },
  { what: 'asking for money back', call: 'refund', begin: refund },
  {
    what: "support's refund",
    call: 'refund',
    begin: (user) => supportCommands['refund']?.(deps(), [user.orderId]) ?? Promise.reject(new Error()),
  },
  { what: 'an automatic purchase', call: 'charge', prepare: placeOrder, begin: buy },
  { what: 'opening the portal', call: 'portal', begin: (user) => ask(api.openPortal, {}, user) },
  {
    what: 'fetching an invoice',
    call: 'invoice',
    prepare: async (user) => (await history(user))[0]?.id,
    begin: (user, id) => ask(api.showInvoice, { params: { id: String(id) } }, user),
  },
];

test.each(kinds)('$what holds no connection while the provider does not answer', async (kind) => {
  const users = await Promise.all(Array.from({ length: connections + 1 }, () => makePaidUser(under)));
  const prepared = await Promise.all(users.map(async (user) => kind.prepare?.(user)));
  const provider = hang(kind.call);
  const calls = users.map((user, index) => begun(kind.begin(user, prepared[index])));
  await provider.called(users.length);
  expect(await inTransaction()).toBe(0);
  expect(await signIn()).toBe(201);
  letAnswer();
  const outcomes = await Promise.all(calls);
  for (const outcome of outcomes)
    expect([200, 201, 202, 'bought', expect.any(String)]).toContainEqual(outcome);
  expect(outcomes).not.toContain('payment_unavailable');
  expect(await claims()).toBe(0);
});

test('asking about what is not known holds no connection either', async () => {
  const [changing, paying] = [await makePaidUser(under), await makePaidUser(under)];
  const order = await draft(changing);
  under.billing.failNext('payment_unavailable');
  expect(await confirm(changing, order.id)).toBe('payment_unavailable');
  under.billing.failNext('payment_unavailable');
  expect(await refund(paying)).toBe('payment_unavailable');
  under.clock.advance(3 * minuteMs);
  const aboutPlans = hang('subscription');
  const plans = begun(reconcilePlanChanges(deps()));
  await aboutPlans.called(1);
  expect(await inTransaction()).toBe(0);
  letAnswer();
  await plans;
  const aboutRefunds = hang('adjustments');
  const refunds = begun(reconcileUnansweredRefunds(deps()));
  await aboutRefunds.called(1);
  expect(await inTransaction()).toBe(0);
  letAnswer();
  await refunds;
  expect(await shown(changing)).toMatchObject({ plan_id: '24-months' });
  expect(await shown(paying)).toMatchObject({ refund: { state: 'pending' } });
});

test('changes of one subscription follow one another, whatever they are', async () => {
  const user = await makePaidUser(under);
  const order = await draft(user);
  const provider = hang('cancelAtPeriodEnd');
  const first = begun(cancel(user));
  await provider.called(1);
  const others = [begun(confirm(user, order.id)), begun(refund(user)), begun(undo(user))];
  expect(madeFor(user.subscriptionId)).toEqual([]);
  letAnswer();
  expect(await first).toBe(200);
  const [changed, refunded, undone] = await Promise.all(others);
  expect([refunded, undone]).toEqual([202, 200]);
  // The plan can be changed only once the cancellation is undone.
  expect(changed === 200 || changed === 'subscription_cancelled').toBe(true);
  expect(madeFor(user.transactionId)).toHaveLength(1);
});

test('a notification that comes during the call is worked off, and counts once', async () => {
  const user = await makePaidUser(under);
  const provider = hang('cancelAtPeriodEnd', 'after');
  const call = begun(cancel(user));
  await provider.called(1);
  const about = { transactionId: user.transactionId, subscriptionId: user.subscriptionId };
  const cancelled = { ...about, status: 'active', at: under.clock.now(), cancelsAt: later(365) } as const;
  await deliverAndWorkOff(under, subscriptionChanged(cancelled));
  expect(await shown(user)).toMatchObject({ state: 'cancelled' });
  letAnswer();
  expect(await call).toBe(200);
  expect(await shown(user)).toMatchObject({ state: 'cancelled' });
  const letters = under.jobs.lettersTo(user.email).filter(({ heading }) => heading.includes('cancelled'));
  expect(letters).toHaveLength(1);
});

test('a cancellation whose process died is made by the next one', async () => {
  const user = await makePaidUser(under);
  const provider = hang('cancelAtPeriodEnd', 'after');
  const lost = begun(cancel(user));
  await provider.called(1);
  vi.restoreAllMocks();
  await endClaims();
  expect(await cancel(user)).toBe(200);
  expect(await shown(user)).toMatchObject({ state: 'cancelled' });
  letAnswer();
  // Its late answer changes nothing.
  expect(await lost).toBe(200);
  expect(await claims()).toBe(0);
});

test('a plan whose change was made by a process that died is found by asking, and charged once', async () => {
  const user = await makePaidUser(under);
  const order = await draft(user);
  const provider = hang('changePrice', 'after');
  const lost = begun(confirm(user, order.id));
  await provider.called(1);
  vi.restoreAllMocks();
  await endClaims();
  under.clock.advance(3 * minuteMs);
  await reconcilePlanChanges(deps());
  expect(await shown(user)).toMatchObject({ plan_id: '24-months' });
  letAnswer();
  expect(await lost).toBe(200);
  expect(madeFor(user.subscriptionId)).toEqual([`change ${user.subscriptionId}`]);
  expect(await history(user)).toHaveLength(2);
});

test('a refund that was made by a process that died is found by asking, and made once', async () => {
  const user = await makePaidUser(under);
  const provider = hang('refund', 'after');
  const lost = begun(refund(user));
  await provider.called(1);
  vi.restoreAllMocks();
  await endClaims();
  expect(await shown(user)).toMatchObject({ refund: null });
  under.clock.advance(3 * minuteMs);
  await reconcileUnansweredRefunds(deps());
  expect(await shown(user)).toMatchObject({ refund: { state: 'pending' } });
  expect(await refund(user)).toBe(202);
  letAnswer();
  expect(await lost).toBe(202);
  expect(madeFor(user.transactionId)).toEqual([`refund ${user.transactionId}`]);
});

test('a refund whose process lost its claim before it asked is left to the one that has it', async () => {
  const user = await makePaidUser(under);
  const provider = hang('adjustments', 'after');
  const lost = begun(refund(user));
  await provider.called(1);
  vi.restoreAllMocks();
  await endClaims();
  expect(await refund(user)).toBe(202);
  // The first was told before that there is none: nothing but the claim keeps it from asking.
  letAnswer();
  await lost;
  expect(madeFor(user.transactionId)).toEqual([`refund ${user.transactionId}`]);
});

test('a refund whose account is removed while others are looked up holds none of them up', async () => {
  const users = [await makePaidUser(under), await makePaidUser(under)];
  for (const user of users) {
    under.billing.failNext('payment_unavailable');
    expect(await refund(user)).toBe('payment_unavailable');
  }
  under.clock.advance(3 * minuteMs);
  const provider = hang('adjustments');
  const looking = begun(reconcileUnansweredRefunds(deps()));
  await provider.called(1);
  const { db } = under.world;
  const { rows } = await sql<{
    userId: string;
  }>`select user_id from orders where checkout_claim is not null`.execute(db);
  const removed = users.find(({ id }) => id !== rows[0]?.userId);
  await db
    .deleteFrom('users')
    .where('id', '=', removed?.id ?? '')
    .execute();
  letAnswer();
  await looking;
  expect(await claims()).toBe(0);
});

test("support's refund and the customer's at once are one", async () => {
  const user = await makePaidUser(under);
  const operator = () => supportCommands['refund']?.(deps(), [user.orderId]);
  const outcomes = await Promise.all([operator(), refund(user), operator(), refund(user)]);
  expect([outcomes[1], outcomes[3]]).toEqual([202, 202]);
  expect(madeFor(user.transactionId)).toEqual([`refund ${user.transactionId}`]);
});

test('a charge that was made by a process that died is found by the next try, and made once', async () => {
  const user = await makePaidUser(under);
  await placeOrder(user);
  const provider = hang('charge', 'after');
  const lost = begun(buy(user));
  await provider.called(1);
  vi.restoreAllMocks();
  await endClaims();
  await buy(user);
  letAnswer();
  await lost;
  expect(madeFor(user.subscriptionId)).toEqual([`charge ${user.subscriptionId}`]);
  const { json } = await under.call(api.showResidentialData, {}, user);
  expect(json).toMatchObject({ available_bytes: 2_000_000_000 });
});
