import { connect, type AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { api } from '@comet/contract';
import { refusedTexts } from '@comet/texts/desk';
import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { deskIn } from '../src/open-desk.ts';
import { openDatabase, openQuickStatements } from '../src/platform/database/database.ts';
import { createSealer } from '../src/platform/keys/seal.ts';
import { type ApiUnderTest, makeUser, startApi } from './api-under-test.ts';
import { deskHands } from './desk-world.ts';
import { makeExit } from './exits-world.ts';
import { makePaidUser, processDeps } from './paid-user.ts';

const url = 'https://ops.example';
const password = 'a long word of the operator';
let under: ApiUnderTest;
let desk: FastifyInstance;
beforeAll(async () => {
  under = await startApi({ DESK_URL: url, REPLY_MAIL: 'replies@comet.example' });
  const opened = deskIn(deskDeps());
  if (opened === null) throw new Error('there is no desk');
  desk = opened;
});
afterAll(async () => {
  await desk.close();
  await under.stop();
});

function deskDeps() {
  const sealer = createSealer(under.world.keys.seal);
  const catalogue = { publish: () => Promise.reject(new Error('nothing is published here')) } as never;
  return { ...processDeps(under), billing: under.billing, sealer, catalogue };
}

const { command, get, post, codeOf, enrolled, signedIn } = deskHands(() => ({ under, desk }), {
  url,
  password,
});

test('an operator enrols by a link, once, and signs in by password and a code that works once', async () => {
  const secret = await enrolled('ada');
  const code = codeOf(secret);
  const tries = await Promise.all([1, 2, 3].map(() => post('/ops/sign-in', { name: 'ada', password, code })));
  expect(tries.filter(({ statusCode }) => statusCode === 303)).toHaveLength(1);
  const flags = String(tries.find(({ statusCode }) => statusCode === 303)?.headers['set-cookie']);
  expect(flags).toMatch(/^__Host-comet-desk=.+; Path=\/; Secure; HttpOnly; SameSite=Strict$/);
  for (const wrong of [
    { name: 'ada', password: 'x', code: codeOf(secret) },
    { name: 'nobody', password, code: codeOf(secret) },
  ])
    expect((await post('/ops/sign-in', wrong)).statusCode).toBe(422);
  const kept = JSON.stringify(await under.world.db.selectFrom('operators').selectAll().execute());
  expect(kept).not.toContain(secret);
  expect(kept).not.toContain(password);
});

test('nobody gets in without a session: not with a customer’s token, an idle one, or that of who was removed', async () => {
  const customer = await makeUser(under);
  for (const path of ['/ops/', '/ops/customers', '/ops/audit', '/ops/tickets', '/ops/nothing']) {
    const answer = await get(path, `__Host-comet-desk=${customer.token}`);
    expect([answer.statusCode, answer.headers.location]).toEqual([303, '/ops/sign-in']);
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

test('a request with two hosts, or with none, is refused', async () => {
  await desk.listen({ host: '127.0.0.1', port: 0 });
  const { port } = desk.server.address() as AddressInfo;
  const statusOf = async (lines: readonly string[]): Promise<string> => {
    const socket = connect(port, '127.0.0.1');
    socket.end(`${['GET /ops/sign-in HTTP/1.1', ...lines, 'Connection: close'].join('\r\n')}\r\n\r\n`);
    return (await text(socket)).slice(9, 12);
  };
  expect(await statusOf(['Host: ops.example'])).toBe('200');
  expect(await statusOf(['Host: ops.example', 'Host: other.example'])).toBe('400');
  expect(await statusOf([])).toBe('400');
});

test('what no form of the desk sends is refused as such, and is no failure', async () => {
  const type = (contentType: string) => ({ 'content-type': contentType });
  expect((await post('/ops/sign-in', { name: 'a'.repeat(70_000) })).statusCode).toBe(413);
  expect((await post('/ops/sign-in', {}, type('application/json'))).statusCode).toBe(415);
  expect((await post('/ops/sign-in', {}, type('text/plain'))).statusCode).toBe(415);
  expect((await post('/ops/sign-in', { name: 'a\0da', password, code: '000000' })).statusCode).toBe(422);
});

test('without its database the desk answers 503 with a time to come back', async () => {
  const nowhere = 'postgres://127.0.0.1:1/none';
  const db = openDatabase(nowhere, { connections: 1, onError: () => undefined });
  const quick = openQuickStatements(nowhere, { onError: () => undefined });
  const away = deskIn({ ...deskDeps(), db, quick });
  const answer = await away?.inject({
    url: '/ops/',
    headers: { cookie: `__Host-comet-desk=${'A'.repeat(43)}` },
  });
  expect([answer?.statusCode, answer?.body]).toEqual([503, refusedTexts.databaseAway]);
  expect(Number(answer?.headers['retry-after'])).toBeGreaterThan(0);
  await away?.close();
  await quick.close();
  await db.destroy();
});

test('what the desk does, comet-ops does: the same refusals, the same trail, in the operator’s name', async () => {
  const user = await makePaidUser(under);
  await under.call(
    api.sendSupportMessage,
    { body: { text: '<script>alert(1)</script>', attachments: [] } },
    user,
  );
  const { cookie, token: form_token } = await signedIn('ada', await enrolled('ada'));
  const act = (action: string, fields: Readonly<Record<string, string>>, headers = {}) =>
    post(`/ops/do/${action}`, { form_token, ...fields }, { cookie, ...headers });
  const listed = await get('/ops/tickets', cookie);
  const ticket = /\/ops\/tickets\/([0-9a-f-]{36})/.exec(listed.body)?.[1] ?? '';
  const shown = await get(`/ops/tickets/${ticket}`, cookie);
  expect(shown.body).toContain('&lt;script&gt;');
  expect(shown.body).not.toContain('<script');
  expect(shown.headers['content-security-policy']).toContain("default-src 'none'");

  // A form from elsewhere, or without its token, does nothing.
  expect(
    (await act('grant-days', { customer: user.id, days: '30' }, { origin: 'https://evil.example' }))
      .statusCode,
  ).toBe(403);
  expect((await act('grant-days', { customer: user.id, days: '30', form_token: 'x' })).statusCode).toBe(403);
  expect((await act('constructor', {})).statusCode).toBe(403);
  expect((await act('grant-days', { customer: user.id, days: '--for' })).statusCode).toBe(422);
  expect((await act('grant-days', { customer: user.id, days: '30', for: 'T-1' })).body).toContain('30 days');
  expect((await act('grant-days', { customer: user.id, days: '30', for: 'T-1' })).body).toContain(
    'nothing was changed',
  );
  expect((await act('answer-ticket', { ticket, text: '--it works now' })).statusCode).toBe(200);
  expect((await act('close-ticket', { ticket })).statusCode).toBe(200);
  expect((await act('add-coupon', { code: 'DESK20', percent: '20', amount: '', until: '' })).body).toContain(
    'can be used',
  );
  const customer = await get(`/ops/customers/${user.id}`, cookie);
  for (const words of [user.email, 'grant days', 'answer ticket', 'close ticket'])
    expect(customer.body).toContain(words);
  for (const path of [
    '/ops/',
    '/ops/orders',
    `/ops/orders/${user.orderId}`,
    '/ops/fleet',
    '/ops/coupons',
    '/ops/audit',
    '/ops/customers?q=%25',
    '/ops/customers?q=%00',
    '/ops/customers?q=a&q=b',
  ])
    expect((await get(path, cookie)).statusCode).toBe(200);
  for (const path of [
    '/ops/orders/x',
    `/ops/customers/${ticket}`,
    '/ops/tickets/%00',
    `/ops/files/${ticket}`,
    '/ops/nothing',
    '/nothing',
  ])
    expect((await get(path, cookie)).statusCode).toBe(404);
  expect((await get('/ops/nothing', cookie)).body).toContain('<h1>There is nothing here</h1>');
  const trail = await under.world.db
    .selectFrom('operatorActions')
    .select('operator')
    .where('userId', '=', user.id)
    .execute();
  expect(new Set(trail.map(({ operator }) => operator))).toEqual(new Set(['ada']));
  await post('/ops/sign-out', { form_token }, { cookie });
  expect((await get('/ops/', cookie)).statusCode).toBe(303);
});

test('abuse is ended at the desk: what nobody may do through an exit, how much, the exit itself, and a customer’s data', async () => {
  const user = await makePaidUser(under);
  const { id } = await makeExit(under);
  const { cookie, token: form_token } = await signedIn('ruth', await enrolled('ruth'));
  const act = async (action: string, fields: Readonly<Record<string, string>>) =>
    (await post(`/ops/do/${action}`, { form_token, exit: id, customer: user.id, ...fields }, { cookie }))
      .statusCode;
  const exit = () =>
    under.world.db.selectFrom('exits').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
  expect((await get('/ops/fleet', cookie)).body).toContain(`href="/ops/exits/${id}"`);

  expect(
    await act('exit-rules', { ports: '25, 6667', networks: '198.51.100.0/24', names: 'bank.example' }),
  ).toBe(200);
  expect(await act('exit-cap', { megabits: '4', day_gigabytes: '' })).toBe(200);
  expect(await act('stop-exit', {})).toBe(200);
  expect(await exit()).toMatchObject({
    ...{ deniedPorts: [25, 6667], deniedNetworks: ['198.51.100.0/24'], deniedNames: ['bank.example'] },
    ...{ limitBytesPerSecond: 500_000, limitDayBytes: null, stoppedAt: under.clock.now() },
  });
  const shown = await get(`/ops/exits/${id}`, cookie);
  for (const words of ['value="25, 6667"', 'value="bank.example"', 'value="4"', 'stopped'])
    expect(shown.body).toContain(words);

  // What is refused changes nothing, and what is emptied denies nothing.
  expect(await act('exit-rules', { ports: '99999', networks: '', names: '' })).toBe(422);
  expect(await act('exit-cap', { megabits: '0' })).toBe(422);
  expect(await act('exit-cap', { exit: user.id, megabits: '1' })).toBe(422);
  expect(await exit()).toMatchObject({ deniedPorts: [25, 6667], limitBytesPerSecond: 500_000 });
  for (const action of ['exit-rules', 'exit-cap', 'resume-exit']) expect(await act(action, {})).toBe(200);
  expect(await exit()).toMatchObject({
    ...{ deniedPorts: [], deniedNetworks: [], deniedNames: [] },
    ...{ limitBytesPerSecond: null, stoppedAt: null },
  });

  expect(await act('remove-exit', {})).toBe(200);
  expect((await get(`/ops/exits/${id}`, cookie)).statusCode).toBe(404);

  const customer = async () => (await get(`/ops/customers/${user.id}`, cookie)).body;
  expect(await customer()).toContain('Stop everything metered');
  expect(await act('stop-data', {})).toBe(200);
  expect(await customer()).toMatch(/Stopped since <time>[^<]+<\/time>, UTC\./);
  expect(await act('allow-data', {})).toBe(200);
  expect(await customer()).toContain('Stop everything metered');
  for (const unknown of [user.id, 'x'])
    for (const kind of ['exits', 'upstreams'])
      expect((await get(`/ops/${kind}/${unknown}`, cookie)).statusCode).toBe(404);
});

test('a provider is bound and stopped at the desk as by comet-ops, and its password is shown to nobody', async () => {
  const sealedPassword = createSealer(under.world.keys.seal).seal('of-the-provider');
  const { id } = await under.world.db
    .insertInto('upstreams')
    .values({
      ...{
        protocol: 'socks5',
        host: 'proxy.example.com',
        port: 1080,
        countries: ['US', 'DE'],
        use: 'native',
      },
      ...{ usernameTemplate: 'me-{session}', sealedPassword, createdAt: under.clock.now() },
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  const { cookie, token: form_token } = await signedIn('mina', await enrolled('mina'));
  const act = async (action: string, fields: Readonly<Record<string, string>>) =>
    (await post(`/ops/do/${action}`, { form_token, upstream: id, ...fields }, { cookie })).statusCode;
  const upstream = () =>
    under.world.db.selectFrom('upstreams').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
  expect((await get('/ops/fleet', cookie)).body).toContain(`href="/ops/upstreams/${id}"`);
  expect(await act('upstream-rules', { ports: '25, 6667', networks: '', names: 'bank.example' })).toBe(200);
  expect(await act('upstream-cap', { megabits: '8' })).toBe(200);
  expect(await act('stop-upstream', {})).toBe(200);
  const { body } = await get(`/ops/upstreams/${id}`, cookie);
  for (const words of ['value="25, 6667"', 'value="bank.example"', 'value="8"', 'stopped', 'DE'])
    expect(body).toContain(words);
  for (const secret of ['of-the-provider', sealedPassword]) expect(body).not.toContain(secret);
  for (const [action, fields] of [
    ['upstream-rules', { ports: '0', networks: '', names: '' }],
    ['upstream-rules', { ports: '', networks: '10.0.0.0/33', names: '' }],
    ['upstream-cap', { megabits: '--all' }],
    ['upstream-cap', { upstream: 'x', megabits: '1' }],
  ] as const)
    expect(await act(action, fields)).toBe(422);
  expect(await upstream()).toMatchObject({ deniedPorts: [25, 6667], limitBytesPerSecond: 1_000_000 });
  expect(await act('resume-upstream', {})).toBe(200);
  expect((await upstream()).stoppedAt).toBeNull();
  expect((await get('/ops/audit', cookie)).body).toContain('stop upstream');
});

test('who presses twice, or answers while another does, has done it once', async () => {
  const user = await makePaidUser(under);
  await under.call(api.sendSupportMessage, { body: { text: 'No tunnel', attachments: [] } }, user);
  // One after the other: they share a clock, and the codes of one would age while the other takes hers.
  const desks = [
    await signedIn('joan', await enrolled('joan')),
    await signedIn('mary', await enrolled('mary')),
  ];
  const { id: ticket } = await under.world.db
    .selectFrom('supportTickets')
    .select('id')
    .where('userId', '=', user.id)
    .executeTakeFirstOrThrow();
  /** Each desk's form of an action on a page, sent twice at once by each. */
  const sendAll = async (path: string, action: string, fields: Readonly<Record<string, string>>) => {
    const sent = desks.map(async ({ cookie, token: form_token }) => {
      const { body } = await get(path, cookie);
      const [form = ''] = new RegExp(`<form[^>]*/${action}"[^]*?</form>`).exec(body) ?? [];
      const hidden = [...form.matchAll(/name="(\w+)" value="([^"]*)"/g)].map(([, name, value]) => [
        name,
        value,
      ]);
      const filled = { ...Object.fromEntries(hidden), ...fields, form_token };
      return () => Promise.all([1, 2].map(() => post(`/ops/do/${action}`, filled, { cookie })));
    });
    const answers = await Promise.all((await Promise.all(sent)).map((send) => send()));
    return answers.flat().map(({ statusCode }) => statusCode);
  };
  const codes = await sendAll(`/ops/tickets/${ticket}`, 'answer-ticket', { text: 'Try TCP.' });
  expect(codes.filter((code) => code === 200)).toHaveLength(1);
  const said = await under.world.db
    .selectFrom('ticketMessages')
    .select('body')
    .where('ticketId', '=', ticket)
    .execute();
  expect(said.map(({ body }) => body).toSorted()).toEqual(['No tunnel', 'Try TCP.']);
  // Two who give days have each meant it; neither twice.
  const given = await sendAll(`/ops/customers/${user.id}`, 'grant-days', { days: '3', for: '' });
  expect(given.toSorted((a, b) => a - b)).toEqual([200, 200, 422, 422]);
});

describe('signing in under guesses', () => {
  const tries = async (count: number, fields: Record<string, string>, headers: Record<string, string>) => {
    for (let time = 0; time < count; time += 1) await post('/ops/sign-in', fields, headers);
  };
  const from = (address: string) => ({ 'x-forwarded-for': address });
  const trail = (action: 'operator_sign_in_failed' | 'operator_read', operator: string) =>
    under.world.db
      .selectFrom('operatorActions')
      .select(['details', 'userId'])
      .where('action', '=', action)
      .where('operator', '=', operator)
      .orderBy('id')
      .execute();

  test('wrong passwords on a name lock nobody out but the address that they come from', async () => {
    const secret = await enrolled('hedy');
    const right = () => ({ name: 'hedy', password, code: codeOf(secret) });
    await tries(12, { name: 'hedy', password: 'a guess', code: '000000' }, from('198.51.100.7'));
    expect((await post('/ops/sign-in', right(), from('198.51.100.7'))).statusCode).toBe(422);
    expect((await post('/ops/sign-in', right(), from('203.0.113.9'))).statusCode).toBe(303);
  });

  test('a browser that has signed in before has a count of its own, wherever it is', async () => {
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
    // The browser got another token, and the one before is worth nothing.
    expect((await post('/ops/sign-in', fields(), { ...here, cookie })).statusCode).toBe(422);
  });

  test('each failure leaves a line: who was meant, why, and from where, and never what was typed', async () => {
    await enrolled('katherine');
    const here = from('198.51.100.9');
    await tries(11, { name: 'katherine', password: 'a guess', code: '000000' }, here);
    const lines = await trail('operator_sign_in_failed', 'katherine');
    const reasons = lines.map(({ details }) => (details as { reason: string }).reason);
    expect(reasons).toEqual([...Array.from({ length: 10 }, () => 'wrong credentials'), 'too many attempts']);
    expect(lines[0]?.details).toEqual({ reason: 'wrong credentials', address: '198.51.100.9' });
    await tries(1, { name: 'my password by mistake', password: 'a guess', code: '0' }, from('198.51.100.10'));
    expect(JSON.stringify(await trail('operator_sign_in_failed', 'unknown'))).not.toContain('mistake');
  });

  test('each page and file that is read leaves a line; a customer is named in the column that a removal empties', async () => {
    const secret = await enrolled('dorothy');
    const { cookie } = await signedIn('dorothy', secret);
    const customer = await makeUser(under);
    await get('/ops/customers?q=somebody@example.com', cookie);
    await get(`/ops/customers/${customer.id}`, cookie);
    await get('/ops/audit', cookie);
    expect(await trail('operator_read', 'dorothy')).toEqual([
      { details: { page: '/ops/' }, userId: null },
      { details: { page: '/ops/customers' }, userId: null },
      { details: { page: '/ops/customers/:id' }, userId: customer.id },
      { details: { page: '/ops/audit' }, userId: null },
    ]);
    expect((await get('/ops/audit', cookie)).body).not.toContain('operator read');
    expect((await get('/ops/audit?reads=yes', cookie)).body).toContain('operator read');
  });
});
