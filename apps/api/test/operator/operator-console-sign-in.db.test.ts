import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type ApiUnderTest, makeUser, startApi } from '../fixture/api-fixture.ts';
import { operatorConsoleSettings, password, useOperatorConsole } from './operator-console-fixture.ts';

let under: ApiUnderTest;
beforeAll(async () => {
  under = await startApi(operatorConsoleSettings);
});
afterAll(() => under.stop());

const { command, get, post, codeOf, enrolled, signedIn } = useOperatorConsole(() => under);

test('an operator enrols by a single-use link, and signs in with password and single-use code', async () => {
  const secret = await enrolled('ada');
  const code = codeOf(secret);
  const tries = await Promise.all([1, 2, 3].map(() => post('/ops/sign-in', { name: 'ada', password, code })));
  expect(tries.filter(({ statusCode }) => statusCode === 303)).toHaveLength(1);
  const flags = String(tries.find(({ statusCode }) => statusCode === 303)?.headers['set-cookie']);
  expect(flags).toMatch(/^\S+=\S+; Path=\/; Secure; HttpOnly; SameSite=Strict(,|$)/);
  expect(flags.split('=')[0]).toBe('__Host-comet-desk');
  for (const wrong of [
    { name: 'ada', password: 'x', code: codeOf(secret) },
    { name: 'nobody', password, code: codeOf(secret) },
  ])
    expect((await post('/ops/sign-in', wrong)).statusCode).toBe(422);
  const kept = JSON.stringify(await under.dependencies.db.selectFrom('operators').selectAll().execute());
  expect(kept).not.toContain(secret);
  expect(kept).not.toContain(password);
});

test('requires a valid session: not a customer’s token, an idle one, or that of a removed operator', async () => {
  const customer = await makeUser(under);
  for (const path of ['/ops/', '/ops/customers', '/ops/audit', '/ops/tickets', '/ops/nothing']) {
    const response = await get(path, `__Host-comet-desk=${customer.token}`);
    expect([response.statusCode, response.headers.location]).toEqual([303, '/ops/sign-in']);
  }
  const secret = await enrolled('grace');
  const { cookie } = await signedIn('grace', secret);
  expect((await get('/ops/', cookie)).statusCode).toBe(200);
  under.clock.advance(31 * 60_000);
  expect((await get('/ops/', cookie)).statusCode).toBe(303);
  const again = await signedIn('grace', secret);
  await command('remove', 'grace');
  expect((await get('/ops/', again.cookie)).statusCode).toBe(303);
  expect((await post('/ops/sign-in', { name: 'grace', password, code: codeOf(secret) })).statusCode).toBe(
    422,
  );
});

describe('sign-ins during guesses', () => {
  const tries = async (count: number, fields: Record<string, string>, headers: Record<string, string>) => {
    for (let time = 0; time < count; time += 1) await post('/ops/sign-in', fields, headers);
  };
  const from = (address: string) => ({ 'x-forwarded-for': address });
  const trail = (action: 'operator_sign_in_failed' | 'operator_read', operator: string) =>
    under.dependencies.db
      .selectFrom('operatorActions')
      .select(['details', 'userId'])
      .where('action', '=', action)
      .where('operator', '=', operator)
      .orderBy('id')
      .execute();

  test('wrong passwords lock out only their source address', async () => {
    const secret = await enrolled('hedy');
    const right = () => ({ name: 'hedy', password, code: codeOf(secret) });
    await tries(12, { name: 'hedy', password: 'a guess', code: '000000' }, from('198.51.100.7'));
    expect((await post('/ops/sign-in', right(), from('198.51.100.7'))).statusCode).toBe(422);
    expect((await post('/ops/sign-in', right(), from('203.0.113.9'))).statusCode).toBe(303);
  });

  test('a browser that has signed in before has its own count, from any source', async () => {
    const secret = await enrolled('joan');
    const fields = () => ({ name: 'joan', password, code: codeOf(secret) });
    const entered = await post('/ops/sign-in', fields(), from('203.0.113.10'));
    const cookie = [entered.headers['set-cookie']]
      .flat()
      .map((one) => String(one).split(';')[0])
      .join('; ');
    const here = from('198.51.100.8');
    await tries(12, { name: 'joan', password: 'a guess', code: '000000' }, here);
    expect((await post('/ops/sign-in', fields(), here)).statusCode).toBe(422);
    expect((await post('/ops/sign-in', fields(), { ...here, cookie })).statusCode).toBe(303);
    // The browser received another token, and the previous one is invalid.
    expect((await post('/ops/sign-in', fields(), { ...here, cookie })).statusCode).toBe(422);
  });

  test('each failure is audited with operator, reason and source, and without the entered values', async () => {
    await enrolled('katherine');
    const here = from('198.51.100.9');
    await tries(11, { name: 'katherine', password: 'a guess', code: '000000' }, here);
    const lines = await trail('operator_sign_in_failed', 'katherine');
    const reasons = lines.map(({ details }) => (details as { reason: string }).reason);
    expect(reasons).toEqual([...Array.from({ length: 10 }, () => 'wrong password'), 'too many attempts']);
    expect(lines[0]?.details).toEqual({ reason: 'wrong password', address: '198.51.100.9' });
    await tries(1, { name: 'my password by mistake', password: 'a guess', code: '0' }, from('198.51.100.10'));
    expect(JSON.stringify(await trail('operator_sign_in_failed', 'unknown'))).not.toContain('mistake');
  });

  test('the audit log filters by operator, action and day', async () => {
    await enrolled('mary');
    const { cookie } = await signedIn('barbara', await enrolled('barbara'));
    await tries(1, { name: 'mary', password: 'a guess', code: '0' }, from('198.51.100.11'));
    const linesFor = async (query: string) => {
      const { body, statusCode } = await get(`/ops/audit?${query}`, cookie);
      expect(statusCode).toBe(200);
      return [
        ...body.matchAll(
          /data-label="(?:Action|Operator)" data-empty="false"><div>(?:<span class="name">)?([^<]*)/g,
        ),
      ].map(([, text = '']) => text);
    };
    expect(await linesFor('operator=mary')).toEqual([
      'Sign-in failed',
      'mary',
      'Set up operator access',
      'mary',
    ]);
    expect(await linesFor('operator=MARY&action=operator_sign_in_failed')).toEqual([
      'Sign-in failed',
      'mary',
    ]);
    expect(await linesFor('operator=barbara&action=operator_read')).toContain('Viewed page');
    // Ids of entries are made by the database's clock.
    const today = new Date().toISOString().slice(0, 10);
    expect(await linesFor(`operator=mary&until=${today}`)).toHaveLength(4);
    expect(await linesFor('operator=mary&until=2026-01-01')).toEqual([]);
    for (const ignored of ['action=constructor', 'until=yesterday'])
      expect(await linesFor(`operator=mary&${ignored}`)).toHaveLength(4);
  });

  test('each viewed page and file is audited; the customer’s id is in a column that a removal clears', async () => {
    const secret = await enrolled('dorothy');
    const { cookie } = await signedIn('dorothy', secret);
    const customer = await makeUser(under);
    await get('/ops/customers?q=somebody@example.com', cookie);
    await get(`/ops/customers/${customer.id}`, cookie);
    expect((await get(`/ops/search?q=${customer.id}`, cookie)).statusCode).toBe(303);
    await get('/ops/audit', cookie);
    expect(await trail('operator_read', 'dorothy')).toEqual([
      { details: { page: '/ops/' }, userId: null },
      { details: { page: '/ops/customers' }, userId: null },
      { details: { page: '/ops/customers/:id' }, userId: customer.id },
      { details: { page: '/ops/search' }, userId: null },
      { details: { page: '/ops/audit' }, userId: null },
    ]);
    expect((await get('/ops/audit', cookie)).body).not.toContain('<div>Viewed page');
    expect((await get('/ops/audit?reads=yes', cookie)).body).toContain('<div>Viewed page');
  });
});
