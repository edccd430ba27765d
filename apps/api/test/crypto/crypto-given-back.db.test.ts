import { afterAll, beforeAll, expect, test } from 'vitest';
import { refundCryptoCommand } from '../../src/features/payments/index.ts';
import { supportCommands } from '../../src/features/support/index.ts';
import { ticketsCommand } from '../../src/features/support-tickets/index.ts';
import { type ApiUnderTest, makeUser } from '../fixture/api-fixture.ts';
import { cryptoCalls, startApiWithCoingate } from './crypto-calls.ts';
import { processDeps, processInboxEvents } from '../payments/paid-user.ts';

let under: ApiUnderTest;
beforeAll(async () => {
  under = await startApiWithCoingate();
});
afterAll(() => under.stop());

const { shown, subscriptionOf, waiting, changeAtCoingate, paid } = cryptoCalls(() => under);

test('an operator records a refund once: access ends, and the fee is not refunded', async () => {
  const user = await makeUser(under);
  const order = await waiting(user);
  const operator = { ...under.dependencies, operator: 'grace' };
  await expect(refundCryptoCommand(operator, [order.number])).rejects.toThrow('not paid');
  await changeAtCoingate(order, paid());
  await changeAtCoingate(order, { status: 'refunded' });
  expect(await subscriptionOf(user)).toMatchObject({ state: 'active' });
  expect(await refundCryptoCommand(operator, [order.id])).toContain('59.88 USD');
  await processInboxEvents(under);
  expect(await shown(user, order.id)).toMatchObject({ state: 'refunded' });
  expect(await subscriptionOf(user)).toMatchObject({ state: 'refunded' });
  await expect(refundCryptoCommand(operator, [order.id])).rejects.toThrow('already recorded');
  const booked = await under.dependencies.db
    .selectFrom('ledgerEntries')
    .select(({ fn }) => fn.sum('amount').as('left'))
    .where('orderId', '=', order.id)
    .executeTakeFirstOrThrow();
  expect(Number(booked.left)).toBe(60);
});

test('parts of a crypto payment are recorded, concurrently never more than was paid without the fee', async () => {
  const user = await makeUser(under);
  const order = await waiting(user);
  await changeAtCoingate(order, paid());
  const operator = { ...under.dependencies, operator: 'grace' };
  const part = () => refundCryptoCommand(operator, [order.id, '--amount', '25.00']);
  const outcomes = await Promise.allSettled([part(), part(), part(), part()]);
  expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(2);
  await expect(part()).rejects.toThrow('At most 9.88 of the 59.88 without the fee');
  await processInboxEvents(under);
  expect(await subscriptionOf(user)).toMatchObject({ state: 'active' });
  expect(under.jobs.emailsTo(user.email).filter(({ subject }) => subject.includes('$25.00'))).toHaveLength(2);
  expect(await refundCryptoCommand(operator, [order.id])).toContain(
    '9.88 USD as refunded. What it paid for ends',
  );
  await processInboxEvents(under);
  expect(await subscriptionOf(user)).toMatchObject({ state: 'refunded' });
  const booked = await under.dependencies.db
    .selectFrom('ledgerEntries')
    .select(({ fn }) => fn.sum('amount').as('left'))
    .where('orderId', '=', order.id)
    .executeTakeFirstOrThrow();
  expect(Number(booked.left)).toBe(60);
});

test('a part is recorded once for each word, also after the approval of a second operator', async () => {
  const user = await makeUser(under);
  const order = await waiting(user);
  await changeAtCoingate(order, paid());
  const operator = { ...processDeps(under), operator: 'grace', secondPersonAbove: 2000 };
  const record = (...words: string[]) =>
    supportCommands['refund-crypto']?.(operator, [order.id, ...words]) ?? Promise.reject(new Error('none'));
  await expect(record('--once', 'w')).rejects.toThrow('add --amount');
  await expect(record('--amount', '1.00', '--once', 'a b')).rejects.toThrow('letters, digits');
  const below = ['--amount', '15.00', '--once', '2'] as const;
  expect(await record(...below)).toContain('Recorded 15.00');
  expect(await record(...below)).toContain('15.00 USD is already recorded as refunded. Nothing was changed');
  const above = ['--amount', '25.00', '--once', 'w'] as const;
  expect(await record(...above)).toContain('need a second operator');
  const held = await under.dependencies.db
    .selectFrom('refundRequests')
    .select(['id', 'arguments'])
    .where('orderId', '=', order.id)
    .executeTakeFirstOrThrow();
  expect(await refundCryptoCommand(operator, held.arguments)).toContain('Recorded 25.00');
  await under.dependencies.db.deleteFrom('refundRequests').where('id', '=', held.id).execute();
  await processInboxEvents(under);
  expect(await record(...above)).toContain('already recorded as refunded');
  // Without a word, the approval records it once.
  expect(await record('--amount', '10.00')).toContain('need a second operator');
  const other = await under.dependencies.db
    .selectFrom('refundRequests')
    .select('arguments')
    .where('orderId', '=', order.id)
    .executeTakeFirstOrThrow();
  expect(await refundCryptoCommand(operator, other.arguments)).toContain('Recorded 10.00');
  expect(await refundCryptoCommand(operator, other.arguments)).toContain('already recorded as refunded');
});

test('the second of two plans paid in crypto is refunded: one ticket for the operator, one email to the customer', async () => {
  const user = await makeUser(under);
  const [first, second] = [await waiting(user), await waiting(user, '24-months')];
  await changeAtCoingate(first, paid());
  await changeAtCoingate(second, paid(), 5);
  await changeAtCoingate(second, { status: 'paid', paidAt: under.clock.now() });
  const to = under.dependencies.settings.supportMail;
  const tickets = under.jobs
    .emailsTo(to)
    .filter(({ facts }) => facts?.some(({ value }) => value === second.number));
  expect(tickets).toMatchObject([{ subject: 'Ticket: Send back $83.76 in crypto' }]);
  const notices = under.jobs.emailsTo(user.email).filter(({ subject }) => subject.includes('We owe you'));
  expect(notices).toMatchObject([{ subject: 'We owe you $83.76 in crypto' }]);

  const operator = { ...processDeps(under), operator: 'grace' };
  expect(await ticketsCommand(operator, ['list'])).toContain(user.email);
  const id = tickets[0]?.facts?.find(({ term }) => term === 'Ticket')?.value ?? '';
  expect(await ticketsCommand(operator, ['close', id])).toContain('Send back $83.76');
  await expect(ticketsCommand(operator, ['close', id])).rejects.toThrow('No open ticket');
  await expect(ticketsCommand(operator, ['open'])).rejects.toThrow('tickets list');

  // The second plan gives no access, also before its refund.
  const plansOf = async () => {
    const rows = await under.dependencies.db
      .selectFrom('subscriptions')
      .select(['planId', 'state'])
      .where('userId', '=', user.id)
      .orderBy('planId')
      .execute();
    return rows.map(({ planId, state }) => `${planId} ${state}`);
  };
  expect(await plansOf()).toEqual(['12-months active', '24-months expired']);
  await refundCryptoCommand(operator, [second.id]);
  await processInboxEvents(under);
  expect(await plansOf()).toEqual(['12-months active', '24-months refunded']);
});

test('an overpaid order is delivered, and one ticket requests the refund of the rest', async () => {
  const user = await makeUser(under);
  const order = await waiting(user);
  await changeAtCoingate(order, { ...paid(), overpaid: '0.0001 BTC' }, 3);
  expect(await subscriptionOf(user)).toMatchObject({ state: 'active' });
  const tickets = under.jobs
    .emailsTo(under.dependencies.settings.supportMail)
    .filter(({ facts }) => facts?.some(({ value }) => value === order.number));
  expect(tickets).toMatchObject([{ subject: 'Ticket: Send back 0.0001 BTC that was overpaid' }]);
});
