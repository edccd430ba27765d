import { api } from '@comet/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { remindOfTrialEnds } from '../../src/features/subscription/index.ts';
import { type ApiUnderTest, makeUser, startApi, type TestUser } from '../fixture/api-fixture.ts';
import { deliverAndProcess, makePaidUser, openOrder, processDeps } from './paid-user.ts';
import { adjusted, subscriptionChanged, transactionCompleted } from './fake-provider.ts';

let under: ApiUnderTest;
beforeAll(async () => {
  under = await startApi();
});
afterAll(() => under.stop());

const dayMs = 24 * 3600 * 1000;
const later = (days: number) => new Date(under.clock.now().getTime() + days * dayMs);
const stateOf = async (user: TestUser) => {
  const { json } = await under.call(api.showSubscription, {}, user);
  return (json as { subscription: { state: string } | null }).subscription?.state ?? 'none';
};
const entriesOf = async (orderId: string) => {
  const rows = await under.dependencies.db
    .selectFrom('ledgerEntries')
    .select(['kind', 'amount', 'product'])
    .where('orderId', '=', orderId)
    .orderBy('happenedAt')
    .execute();
  return rows.map(({ kind, amount, product }) => `${kind} ${amount} ${product}`);
};
const subjectsTo = (user: TestUser) => under.jobs.emailsTo(user.email).map(({ subject }) => subject);
const jobsAbout = (name: string, subscriptionId: string) =>
  under.jobs.recorded.filter((job) => job.name === name && JSON.stringify(job.data).includes(subscriptionId));

test('records every movement once for any order of events, with the same final state', async () => {
  const outcomes = new Set<string>();
  for (const arrival of ['abcd', 'dcba', 'bdacbdac', 'cabdcabdcabd']) {
    const user = await makePaidUser(under);
    const about = { ...user, type: 'partial' } as const;
    const histories = {
      a: adjusted({ ...about, id: `a_${user.orderId}`, at: later(1), amount: 500 }),
      b: adjusted({ ...about, id: `b_${user.orderId}`, at: later(2), action: 'chargeback', amount: 5488 }),
      c: adjusted({
        ...about,
        id: `c_${user.orderId}`,
        at: later(3),
        action: 'chargeback_reverse',
        amount: 5488,
      }),
      d: adjusted({ ...about, id: `d_${user.orderId}`, at: later(4), action: 'credit', amount: 100 }),
    };
    for (const [index, email] of [...arrival].entries()) {
      const event = histories[email as keyof typeof histories];
      await deliverAndProcess(under, { ...event, event_id: `${event.event_id}-${index}` });
    }
    outcomes.add(JSON.stringify([await stateOf(user), await entriesOf(user.orderId)]));
  }
  expect([...outcomes].map((text) => JSON.parse(text) as unknown)).toEqual([
    [
      'active',
      [
        'payment 5988 12-months',
        'refund -500 12-months',
        'chargeback -5488 12-months',
        'chargeback_reversal 5488 12-months',
      ],
    ],
  ]);
});

test('a chargeback ends access without a further charge, and its reversal restores the days', async () => {
  const user = await makePaidUser(under);
  const dispute = adjusted({ ...user, id: 'cb_1', at: later(1), action: 'chargeback' });
  await deliverAndProcess(under, dispute);
  expect(await stateOf(user)).toBe('refunded');
  expect(jobsAbout('subscription.stop-renewal', user.subscriptionId)).toHaveLength(1);
  await deliverAndProcess(
    under,
    adjusted({ ...user, id: 'cb_2', at: later(9), action: 'chargeback_reverse' }),
  );
  expect(await stateOf(user)).toBe('active');
  await deliverAndProcess(under, { ...dispute, event_id: `${dispute.event_id}-late` });
  expect(await stateOf(user)).toBe('active');
});

test('a full refund ends the plan here and at the provider, with one email', async () => {
  const user = await makePaidUser(under);
  const approved = adjusted({ ...user, at: later(1) });
  await deliverAndProcess(under, adjusted({ ...user, at: later(0.5), status: 'pending_approval' }));
  expect([await stateOf(user), subjectsTo(user)]).toEqual([
    'active',
    expect.not.arrayContaining(['Your $59.88 refund is on its way']),
  ]);
  for (const again of ['', '-2', '-3'])
    await deliverAndProcess(under, { ...approved, event_id: approved.event_id + again });
  expect(await stateOf(user)).toBe('refunded');
  expect(jobsAbout('subscription.cancel-renewal', user.subscriptionId)).toHaveLength(1);
  const [email, ...others] = under.jobs
    .emailsTo(user.email)
    .filter(({ subject }) => subject === 'Your $59.88 refund is on its way');
  expect(others).toEqual([]);
  expect(email?.paragraphs.at(-1)).toBe('The plan it paid for has ended.');
});

test('a rejected refund keeps the plan, with one email', async () => {
  const user = await makePaidUser(under);
  const rejected = adjusted({ ...user, at: later(1), status: 'rejected' });
  await deliverAndProcess(under, rejected);
  await deliverAndProcess(under, adjusted({ ...user, at: later(0.5), status: 'pending_approval' }));
  expect(await stateOf(user)).toBe('active');
  expect(subjectsTo(user).filter((subject) => subject === 'Your $59.88 refund was declined')).toHaveLength(1);
  expect(await entriesOf(user.orderId)).toEqual(['payment 5988 12-months']);
});

test('a failed renewal keeps access for seven days, with one email, and a payment restores the plan', async () => {
  const user = await makePaidUser(under);
  const failed = subscriptionChanged({
    ...user,
    at: later(365),
    status: 'past_due',
    nextPaymentAt: later(730),
  });
  for (const again of ['', '-2'])
    await deliverAndProcess(under, { ...failed, event_id: failed.event_id + again });
  const { json } = await under.call(api.showSubscription, {}, user);
  const { activeUntil } = await under.dependencies.db
    .selectFrom('subscriptions')
    .select('activeUntil')
    .where('orderId', '=', user.orderId)
    .executeTakeFirstOrThrow();
  expect(json).toMatchObject({
    subscription: {
      state: 'past_due',
      active_until: new Date(activeUntil.getTime() + 7 * dayMs).toISOString(),
    },
  });
  const isAboutFailure = (subject: string) => subject === 'Your Comet payment didn’t go through';
  expect(subjectsTo(user).filter(isAboutFailure)).toHaveLength(1);
  const renewal = { ...user, transactionId: `renewal_${user.orderId}`, at: later(368) };
  const period = { from: later(365), until: later(730) };
  await deliverAndProcess(under, transactionCompleted({ ...renewal, period }));
  await deliverAndProcess(under, { ...failed, event_id: `${failed.event_id}-late` });
  expect(await stateOf(user)).toBe('active');
  expect(subjectsTo(user).filter(isAboutFailure)).toHaveLength(1);
  expect(await entriesOf(user.orderId)).toEqual(['payment 5988 12-months', 'payment 5988 12-months']);
});

test('sends one email per cancellation, also after an undo', async () => {
  const user = await makePaidUser(under);
  const cancelled = (at: number) =>
    subscriptionChanged({ ...user, at: later(at), status: 'active', cancelsAt: later(365) });
  const undone = subscriptionChanged({ ...user, at: later(2), status: 'active', nextPaymentAt: later(365) });
  const [first, second] = [cancelled(1), cancelled(3)];
  for (const event of [first, { ...first, event_id: `${first.event_id}-2` }, undone])
    await deliverAndProcess(under, event);
  await deliverAndProcess(under, { ...first, event_id: `${first.event_id}-3` });
  expect(await stateOf(user)).toBe('active');
  await deliverAndProcess(under, second);
  const mails = subjectsTo(user).filter((subject) => subject === 'Your Comet plan is canceled');
  expect([await stateOf(user), mails.length]).toEqual(['cancelled', 2]);
});

test('sends one reminder a day before the first charge after free days', async () => {
  const user = await makeUser(under);
  const { orderId, transactionId } = await openOrder(under, user, '1-month');
  const ids = { transactionId, subscriptionId: `sub_${orderId}`, at: under.clock.now() };
  const period = { from: ids.at, until: later(3) };
  await deliverAndProcess(under, transactionCompleted({ ...ids, period, priceId: 'pri_trial', total: 0 }));
  const remind = () => remindOfTrialEnds(processDeps(under));
  await remind();
  expect(subjectsTo(user)).not.toContainEqual(expect.stringMatching(/^Your free days end/));
  under.clock.advance(2.5 * dayMs);
  await Promise.all([remind(), remind(), remind()]);
  expect(subjectsTo(user).filter((subject) => subject.startsWith('Your free days end on'))).toHaveLength(1);
  expect(await entriesOf(orderId)).toEqual([]);
});
