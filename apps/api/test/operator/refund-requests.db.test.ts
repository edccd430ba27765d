import { err } from '@comet/foundation';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { expireRefundRequests } from '../../src/features/refund-requests/index.ts';
import { supportCommands } from '../../src/features/support/index.ts';
import { type ApiUnderTest, startApi } from '../fixture/api-fixture.ts';
import { makePaidUser, type PaidUser, processDeps } from '../payments/paid-user.ts';
import { operatorConsoleSettings, useOperatorConsole } from './operator-console-fixture.ts';

let under: ApiUnderTest;
beforeAll(async () => {
  under = await startApi({ ...operatorConsoleSettings, REFUND_SECOND_PERSON_ABOVE: '50.00' });
});
afterAll(() => under.stop());

const { command, get, post, enrolled, signedIn } = useOperatorConsole(() => under);
/** Runs a command of `comet-ops` in an operator's name. */
const as = (operator: string, name: string, ...words: string[]) => {
  const run = supportCommands[name];
  if (run === undefined) throw new Error(`no command ${name}`);
  return run({ ...processDeps(under), billing: under.billing, operator }, words);
};
const requests = (user: PaidUser) =>
  under.dependencies.db
    .selectFrom('refundRequests')
    .selectAll()
    .where('orderId', '=', user.orderId)
    .orderBy('requestedAt')
    .execute();
const pendingOf = async (user: PaidUser) =>
  (await requests(user)).find(({ state }) => state === 'pending')?.id ?? '';
const refundsOf = (user: PaidUser) =>
  under.billing.made.filter((call) => call === `refund ${user.transactionId}`);
const trail = async (user: PaidUser) => {
  const found = await under.dependencies.db
    .selectFrom('operatorActions')
    .select(['operator', 'action'])
    .where('userId', '=', user.id)
    .where('action', '!=', 'operator_read')
    .orderBy('id')
    .execute();
  return found.map(({ operator, action }) => `${operator} ${action}`);
};

async function withOperators(): Promise<void> {
  for (const [name, role] of [
    ['flora', 'finance'],
    ['frida', 'finance'],
    ['alan', 'admin'],
    ['sofia', 'support'],
  ] as const)
    await command('add', name, '--role', role);
}

test('a refund above the limit waits until another operator with the role finance or admin approves it', async () => {
  await withOperators();
  const user = await makePaidUser(under);
  expect(await as('flora', 'refund', user.orderId)).toMatch(
    /above 50\.00 need a second operator.* of 59\.88 .*refunds approve/,
  );
  expect(refundsOf(user)).toEqual([]);
  await expect(as('flora', 'refund', user.orderId)).rejects.toThrow('waits for a second operator already');
  const id = await pendingOf(user);
  expect(await as('flora', 'refunds', 'list')).toMatch(new RegExp(`^${id} .*59\\.88 USD +flora`, 'm'));
  for (const [operator, reason] of [
    ['flora', 'another operator must approve'],
    ['sofia', 'no operator with the role finance or admin'],
    ['root', 'no operator with the role finance or admin'],
  ] as const)
    for (const verb of ['approve', 'reject'])
      await expect(as(operator, 'refunds', verb, id), operator).rejects.toThrow(reason);
  expect(refundsOf(user)).toEqual([]);
  expect(await as('frida', 'refunds', 'approve', id)).toContain('Requested a refund of 59.88');
  expect(refundsOf(user)).toHaveLength(1);
  for (const verb of ['approve', 'reject'])
    await expect(as('alan', 'refunds', verb, id)).rejects.toThrow('frida has approved this refund already');
  // What is refunded is not refunded again.
  expect(await as('flora', 'refund', user.orderId)).toContain('Nothing was changed');
  expect(await trail(user)).toEqual(['flora request_refund', 'frida approve_refund', 'frida refund']);
});

test('concurrent approvals make one refund', async () => {
  const user = await makePaidUser(under);
  await as('root', 'refund', user.orderId);
  const id = await pendingOf(user);
  const approvals = await Promise.allSettled(
    ['flora', 'frida', 'alan', 'flora', 'frida'].map((operator) => as(operator, 'refunds', 'approve', id)),
  );
  expect(approvals.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
  expect(refundsOf(user)).toHaveLength(1);
  expect((await requests(user)).map(({ state }) => state)).toEqual(['approved']);
  expect((await trail(user)).filter((line) => line.endsWith('approve_refund'))).toHaveLength(1);
});

test('concurrent requests for one order make one pending request', async () => {
  const user = await makePaidUser(under);
  const made = await Promise.allSettled(
    ['flora', 'frida', 'alan'].map((operator) => as(operator, 'refund', user.orderId)),
  );
  expect(made.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
  expect(await requests(user)).toHaveLength(1);
});

test('concurrent refunds of parts below the limit do not exceed it together', async () => {
  const user = await makePaidUser(under);
  const part = (operator: string) => as(operator, 'refund', user.orderId, '--amount=20.00');
  const made = await Promise.allSettled(['flora', 'frida', 'alan', 'flora'].map(part));
  expect(made.filter(({ status }) => status === 'fulfilled')).toHaveLength(2);
  for (const one of made)
    if (one.status === 'rejected') expect(String(one.reason)).toContain('above 50.00: repeat it');
  expect(under.billing.made.filter((call) => call.includes(user.transactionId))).toHaveLength(2);
  expect(await part('frida')).toContain('need a second operator');
});

test('a repeated part that was refunded names the refund, instead of a new request', async () => {
  const user = await makePaidUser(under);
  const part = (amount: string, once: string) =>
    as('flora', 'refund', user.orderId, `--amount=${amount}`, `--once=${once}`);
  expect(await part('52.00', 'form-1')).toContain('need a second operator');
  expect(await as('frida', 'refunds', 'approve', await pendingOf(user))).toContain('refund of 52.00');
  expect(await part('52.00', 'form-1')).toMatch(/already has a refund: 52\.00, .* Nothing was changed/);
  expect((await requests(user)).map(({ state }) => state)).toEqual(['approved']);
  expect((await trail(user)).filter((line) => line.endsWith(' refund'))).toHaveLength(1);
  // Another form is another refund.
  expect(await part('5.00', 'form-2')).toContain('need a second operator');
  const small = await makePaidUser(under);
  const below = ['refund', small.orderId, '--amount=30.00', '--once=form-3'] as const;
  expect(await as('flora', ...below)).toContain('Requested a refund of 30.00');
  expect(await as('frida', ...below)).toContain('Nothing was changed');
  expect(await requests(small)).toEqual([]);
});

test('a repeated part is neither refunded nor requested while Paddle does not answer', async () => {
  const user = await makePaidUser(under);
  const part = ['refund', user.orderId, '--amount=30.00', '--once=form'] as const;
  await as('flora', ...part);
  const adjustments = () => Promise.resolve(err('payment_unavailable' as const));
  const unreachable = {
    ...processDeps(under),
    billing: { ...under.billing, adjustments },
    operator: 'flora',
  };
  await expect(supportCommands['refund']?.(unreachable, part.slice(1))).rejects.toThrow(
    'Whether this refund was made before is unknown',
  );
  expect(await requests(user)).toEqual([]);
});

test('a rejected refund is not made and can be requested again; an expired one, too', async () => {
  const user = await makePaidUser(under);
  await as('flora', 'refund', user.orderId);
  expect(await as('alan', 'refunds', 'reject', await pendingOf(user))).toContain('Nothing was refunded');
  await as('flora', 'refund', user.orderId);
  const late = await pendingOf(user);
  under.clock.advance(7 * 24 * 3600_000);
  await expect(as('frida', 'refunds', 'approve', late)).rejects.toThrow('in time: request it again');
  await expireRefundRequests(under.dependencies.db, under.clock.now());
  await expect(as('frida', 'refunds', 'approve', late)).rejects.toThrow('in time: request it again');
  expect((await requests(user)).map(({ state }) => state)).toEqual(['rejected', 'expired']);
  await as('flora', 'refund', user.orderId);
  expect(refundsOf(user)).toEqual([]);
  expect((await requests(user)).map(({ state }) => state)).toEqual(['rejected', 'expired', 'pending']);
});

test('an approval that fails at Paddle stays pending and can be repeated; one that was interrupted, after two minutes', async () => {
  const user = await makePaidUser(under);
  await as('flora', 'refund', user.orderId);
  const id = await pendingOf(user);
  under.billing.failNext('payment_declined');
  const failed = as('frida', 'refunds', 'approve', id);
  await expect(failed).rejects.toThrow('Paddle rejected the refund');
  expect(await requests(user)).toMatchObject([{ state: 'pending', decidedBy: null }]);
  // As a process leaves it that died during the approval.
  await under.dependencies.db
    .updateTable('refundRequests')
    .set({ decidedBy: 'frida', decidedAt: under.clock.now() })
    .where('id', '=', id)
    .execute();
  await expect(as('alan', 'refunds', 'approve', id)).rejects.toThrow('frida is approving this refund');
  await expect(as('alan', 'refunds', 'reject', id)).rejects.toThrow('has begun: approve it');
  under.clock.advance(121_000);
  await as('alan', 'refunds', 'approve', id);
  expect(await requests(user)).toMatchObject([{ state: 'approved', decidedBy: 'alan' }]);
  expect(refundsOf(user)).toHaveLength(1);
});

test('the inbox shows refunds to approve first, and the page their buttons, except to the operator who requested it', async () => {
  const user = await makePaidUser(under);
  const first = await signedIn('fiona', await enrolled('fiona'));
  const second = await signedIn('faye', await enrolled('faye'));
  const form = { form_token: first.token, order: user.orderId };
  const asked = await post('/ops/do/refund', form, { cookie: first.cookie });
  expect(asked.body).toContain('need a second operator');
  const id = await pendingOf(user);
  const inbox = (await get('/ops/', second.cookie)).body;
  expect(inbox.indexOf('Refunds to approve</h2>')).toBeGreaterThan(0);
  expect(inbox.indexOf('Refunds to approve</h2>')).toBe(inbox.search(/[A-Z][^<>]*<\/h2>/));
  expect((await get(`/ops/orders/${user.orderId}`, second.cookie)).body).toContain(
    'A refund of $59.88, requested by fiona, waits for a second operator.',
  );
  const button = new RegExp(`approve-refund"[^]{0,200}value="${id}"`);
  expect((await get('/ops/refunds', first.cookie)).body).not.toMatch(button);
  expect((await get('/ops/refunds', second.cookie)).body).toMatch(button);
  const own = await post(
    '/ops/do/approve-refund',
    { form_token: first.token, request: id },
    { cookie: first.cookie },
  );
  expect([own.statusCode, own.body.includes('You requested this refund')]).toEqual([422, true]);
  const done = await post(
    '/ops/do/approve-refund',
    { form_token: second.token, request: id },
    { cookie: second.cookie },
  );
  expect([done.statusCode, done.body.includes('Requested a refund of 59.88')]).toEqual([200, true]);
  expect((await get('/ops/refunds', second.cookie)).body).toMatch(/Approved<\/span>/);
});
