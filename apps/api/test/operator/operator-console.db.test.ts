import { connect, type AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { api } from '@comet/contract';
import { refusedTexts } from '@comet/texts/operator-console';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { operatorConsoleIn } from '../../src/open-operator-console.ts';
import { openDatabase, openQuickStatements } from '../../src/platform/database/database.ts';
import { type ApiUnderTest, startApi } from '../fixture/api-fixture.ts';
import { operatorConsoleSettings, password, useOperatorConsole } from './operator-console-fixture.ts';
import { makePaidUser } from '../payments/paid-user.ts';

let under: ApiUnderTest;
beforeAll(async () => {
  under = await startApi(operatorConsoleSettings);
});
afterAll(() => under.stop());

const operator = useOperatorConsole(() => under);
const { get, post, enrolled, signedIn } = operator;

test('refuses a request with no or two hosts', async () => {
  await operator.operatorConsole.listen({ host: '127.0.0.1', port: 0 });
  const { port } = operator.operatorConsole.server.address() as AddressInfo;
  const statusOf = async (lines: readonly string[]): Promise<string> => {
    const socket = connect(port, '127.0.0.1');
    socket.end(`${['GET /ops/sign-in HTTP/1.1', ...lines, 'Connection: close'].join('\r\n')}\r\n\r\n`);
    return (await text(socket)).slice(9, 12);
  };
  expect(await statusOf(['Host: ops.example'])).toBe('200');
  expect(await statusOf(['Host: ops.example', 'Host: other.example'])).toBe('400');
  expect(await statusOf([])).toBe('400');
});

test('refuses malformed forms without a server error', async () => {
  const type = (contentType: string) => ({ 'content-type': contentType });
  expect((await post('/ops/sign-in', { name: 'a'.repeat(70_000) })).statusCode).toBe(413);
  expect((await post('/ops/sign-in', {}, type('application/json'))).statusCode).toBe(415);
  expect((await post('/ops/sign-in', {}, type('text/plain'))).statusCode).toBe(415);
  expect((await post('/ops/sign-in', { name: 'a\0da', password, code: '000000' })).statusCode).toBe(422);
});

test('without its database the console responds with 503 and Retry-After', async () => {
  const nowhere = 'postgres://127.0.0.1:1/none';
  const db = openDatabase(nowhere, { connections: 1, onError: () => undefined });
  const quick = openQuickStatements(nowhere, { onError: () => undefined });
  const away = operatorConsoleIn({ ...operator.deps(), db, quick });
  const response = await away?.inject({
    url: '/ops/',
    headers: { cookie: `__Host-comet-desk=${'A'.repeat(43)}` },
  });
  expect([response?.statusCode, response?.body]).toEqual([503, refusedTexts.databaseAway]);
  expect(Number(response?.headers['retry-after'])).toBeGreaterThan(0);
  await away?.close();
  await quick.close();
  await db.destroy();
});

test('actions of the console equal those of comet-ops: the same refusals and audit entries, in the operator’s name', async () => {
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

  // A form from another origin, or without its token, has no effect.
  expect(
    (await act('grant-days', { customer: user.id, days: '30' }, { origin: 'https://evil.example' }))
      .statusCode,
  ).toBe(403);
  expect((await act('grant-days', { customer: user.id, days: '30', form_token: 'x' })).statusCode).toBe(403);
  expect((await act('constructor', {})).statusCode).toBe(403);
  expect((await act('grant-days', { customer: user.id, days: '--for' })).statusCode).toBe(422);
  expect((await act('grant-days', { customer: user.id, days: '30', for: 'T-1' })).body).toContain(
    'There is no ticket T-1',
  );
  expect((await act('grant-days', { customer: user.id, days: '30', for: ticket })).body).toContain('30 days');
  expect((await act('grant-days', { customer: user.id, days: '30', for: ticket })).body).toContain(
    'nothing was changed',
  );
  expect((await act('answer-ticket', { ticket, text: '--it works now' })).statusCode).toBe(200);
  expect((await act('close-ticket', { ticket })).statusCode).toBe(200);
  expect((await act('add-coupon', { code: 'DESK20', percent: '20', amount: '', until: '' })).body).toContain(
    'DESK20 added',
  );
  const customer = await get(`/ops/customers/${user.id}`, cookie);
  for (const words of [user.email, 'Granted days', 'Replied to ticket', 'Closed ticket'])
    expect(customer.body).toContain(words);
  const withoutFilter = (body: string) => body.replaceAll(/<option[^>]*>/g, '');
  const audit = withoutFilter((await get('/ops/audit', cookie)).body);
  for (const words of ['Added coupon', 'Code: DESK20', 'Signed in']) expect(audit).toContain(words);
  // Neither an action nor a page is shown by its identifier in the code.
  expect(audit).not.toMatch(/add_coupon|operator_sign_in/);
  expect(withoutFilter((await get('/ops/audit?reads=yes', cookie)).body)).not.toMatch(/operator_read|:id/);
  const { number } = await under.dependencies.db
    .selectFrom('orders')
    .select('number')
    .where('id', '=', user.orderId)
    .executeTakeFirstOrThrow();
  for (const path of ['/ops/orders', `/ops/orders/${user.orderId}`, `/ops/customers/${user.id}`])
    expect((await get(path, cookie)).body).toContain(`<code>${number}</code>`);
  expect((await get(`/ops/customers?q=${number}`, cookie)).body).toContain(user.email);
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
  expect((await get('/ops/nothing', cookie)).body).toContain('<h1>This page doesn’t exist</h1>');
  const trail = await under.dependencies.db
    .selectFrom('operatorActions')
    .select('operator')
    .where('userId', '=', user.id)
    .execute();
  expect(new Set(trail.map(({ operator }) => operator))).toEqual(new Set(['ada']));
  await post('/ops/sign-out', { form_token }, { cookie });
  expect((await get('/ops/', cookie)).statusCode).toBe(303);
});

test('repeated and concurrent submissions of one form act once', async () => {
  const user = await makePaidUser(under);
  await under.call(api.sendSupportMessage, { body: { text: 'No tunnel', attachments: [] } }, user);
  // One after the other: they share a clock, which each sign-in advances.
  const operatorConsoles = [
    await signedIn('joan', await enrolled('joan')),
    await signedIn('mary', await enrolled('mary')),
  ];
  const { id: ticket } = await under.dependencies.db
    .selectFrom('supportTickets')
    .select('id')
    .where('userId', '=', user.id)
    .executeTakeFirstOrThrow();
  /** Submits each operator's form of an action on a page, twice concurrently. */
  const sendAll = async (path: string, action: string, fields: Readonly<Record<string, string>>) => {
    const sent = operatorConsoles.map(async ({ cookie, token: form_token }) => {
      const { body } = await get(path, cookie);
      const [form = ''] = new RegExp(`<form[^>]*/${action}"[^]*?</form>`).exec(body) ?? [];
      const hidden = [...form.matchAll(/name="(\w+)" value="([^"]*)"/g)].map(([, name, value]) => [
        name,
        value,
      ]);
      const filled = { ...Object.fromEntries(hidden), ...fields, form_token };
      return () => Promise.all([1, 2].map(() => post(`/ops/do/${action}`, filled, { cookie })));
    });
    const responses = await Promise.all((await Promise.all(sent)).map((send) => send()));
    return responses.flat().map(({ statusCode }) => statusCode);
  };
  const codes = await sendAll(`/ops/tickets/${ticket}`, 'answer-ticket', { text: 'Try TCP.' });
  expect(codes.filter((code) => code === 200)).toHaveLength(1);
  const messages = await under.dependencies.db
    .selectFrom('ticketMessages')
    .select('body')
    .where('ticketId', '=', ticket)
    .execute();
  expect(messages.map(({ body }) => body).toSorted()).toEqual(['No tunnel', 'Try TCP.']);
  // Two operators who give days do so once each.
  const given = await sendAll(`/ops/customers/${user.id}`, 'grant-days', { days: '3', for: '' });
  expect(given.toSorted((a, b) => a - b)).toEqual([200, 200, 422, 422]);
});
