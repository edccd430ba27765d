import { api } from '@comet/contract';
import { send } from '@comet/testing';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { deleteOldRefusals } from '../../src/features/payments/index.ts';
import { type ApiUnderTest, makeGateway, makeUser, startApi } from '../fixture/api-fixture.ts';
import { makePaidUser, openOrder } from '../payments/paid-user.ts';
import { operatorConsoleSettings, useOperatorConsole } from './operator-console-fixture.ts';

let under: ApiUnderTest;
beforeAll(async () => {
  under = await startApi(operatorConsoleSettings);
});
afterAll(() => under.stop());

const { get, post, enrolled, signedIn, command } = useOperatorConsole(() => under);
const hourMs = 3600 * 1000;
const before = (hours: number) => new Date(under.clock.now().getTime() - hours * hourMs);
let operators = 0;
/** The cookie of a new operator, who signs in now: sessions end after 30 idle minutes. */
const newOperator = async () => {
  const name = `grace${++operators}`;
  return { name, ...(await signedIn(name, await enrolled(name))) };
};
const searchFor = (words: string, cookie: string) =>
  get(`/ops/search?q=${encodeURIComponent(words)}`, cookie);

test('without a gateway, the inbox and the fleet show a warning and how to enrol one', async () => {
  const { cookie } = await newOperator();
  const inbox = (await get('/ops/', cookie)).body;
  expect(inbox).toContain('1 thing needs attention.');
  expect(inbox).toContain('Customers can’t connect until a gateway has enrolled.');
  for (const body of [inbox, (await get('/ops/fleet', cookie)).body]) {
    expect(body).toContain('comet-ops enrol-token LOCATION');
    expect(body).toContain('state warn');
  }
});

test('the inbox counts open work by kind with its age and links, and is clear without any', async () => {
  const { db } = under.dependencies;
  await makeGateway(under);
  await db.updateTable('gateways').set({ lastHeardAt: under.clock.now() }).execute();
  const { cookie } = await newOperator();
  await db.updateTable('gateways').set({ lastHeardAt: under.clock.now() }).execute();
  const clear = (await get('/ops/', cookie)).body;
  for (const words of [
    'Nothing needs attention.',
    'The only gateway is online.',
    'All payments are up to date.',
  ])
    expect(clear).toContain(words);

  const user = await makePaidUser(under);
  await under.call(api.sendSupportMessage, { body: { text: 'No tunnel', attachments: [] } }, user);
  await db
    .updateTable('supportTickets')
    .set({ changedAt: before(3) })
    .execute();
  await db
    .updateTable('gateways')
    .set({ lastHeardAt: before(5) })
    .execute();
  const late = await openOrder(under, await makeUser(under));
  await db
    .updateTable('orders')
    .set({ processingAt: before(30) })
    .where('id', '=', late.orderId)
    .execute();
  const path = api.paddleWebhook.path;
  const forged = {
    method: 'POST',
    path,
    headers: { 'content-type': 'application/json' },
    body: '{}',
  } as const;
  expect((await send(under.baseUrl, forged)).status).toBe(400);
  await expect
    .poll(() => db.selectFrom('refusedWebhooks').select('refusals').execute())
    .toEqual([{ refusals: 1 }]);

  const { body } = await get('/ops/', cookie);
  expect(body).toContain('4 things need attention.');
  expect(body).toMatch(/Tickets waiting<\/h2><p class="figure">1<small>Oldest <time [^>]+>3 h ago<\/time>/);
  expect(body).toMatch(/Gateways down<\/h2><p class="figure">1<small>Oldest <time [^>]+>5 h ago<\/time>/);
  expect(body).toMatch(/Stuck payments<\/h2><p class="figure">1<small>Oldest <time [^>]+>30 h ago<\/time>/);
  expect(body).toContain(`href="/ops/orders/${late.orderId}"`);
  expect(body).toMatch(/<a href="\/ops\/gateways\/[0-9a-f-]{36}">Amsterdam, Netherlands<\/a>/);
  expect(body).toContain('Paddle: no signature');
  expect(body).toMatch(/datetime="\d{4}-\d\d-\d\dT[\d:.]+Z" title="[^"]+ UTC"/);
  for (const to of ['/ops/tickets', '/ops/stuck-payments', '/ops/fleet', '/ops/refused-webhooks'])
    expect((await get(to, cookie)).statusCode).toBe(200);
  expect((await get('/ops/stuck-payments', cookie)).body).toContain(`href="/ops/orders/${late.orderId}"`);
  expect((await get('/ops/refused-webhooks', cookie)).body).toContain('A forgery. Nothing to do.');

  await deleteOldRefusals(db, new Date(under.clock.now().getTime() + 29 * 24 * hourMs));
  expect(await db.selectFrom('refusedWebhooks').selectAll().execute()).toHaveLength(1);
  await deleteOldRefusals(db, new Date(under.clock.now().getTime() + 31 * 24 * hourMs));
  expect(await db.selectFrom('refusedWebhooks').selectAll().execute()).toEqual([]);
});

test('an answered ticket no longer waits, and is listed as open', async () => {
  const user = await makeUser(under);
  await under.call(api.sendSupportMessage, { body: { text: 'Which port?', attachments: [] } }, user);
  const { cookie, token: form_token } = await newOperator();
  const { id: ticket } = await under.dependencies.db
    .selectFrom('supportTickets')
    .select('id')
    .where('userId', '=', user.id)
    .executeTakeFirstOrThrow();
  const isListed = async (path: string) => (await get(path, cookie)).body.includes(`/ops/tickets/${ticket}`);
  expect(await isListed('/ops/tickets')).toBe(true);
  await post('/ops/do/answer-ticket', { form_token, ticket, text: '443' }, { cookie });
  expect(await isListed('/ops/tickets')).toBe(false);
  expect(await isListed('/ops/tickets?show=open')).toBe(true);
  await post('/ops/do/close-ticket', { form_token, ticket }, { cookie });
  expect(await isListed('/ops/tickets?show=open')).toBe(false);
  expect(await isListed('/ops/tickets?show=all')).toBe(true);
  for (const wrong of ['/ops/tickets?show=x', '/ops/tickets?show=open&show=all'])
    expect((await get(wrong, cookie)).statusCode).toBe(200);
});

test('drafts and expired orders are hidden until they are requested', async () => {
  const user = await makePaidUser(under);
  const { db } = under.dependencies;
  const {
    rows: [copy],
  } = await sql<{ id: string }>`
    insert into orders (user_id, kind, item, state, currency, total_amount, lines, created_at)
    select user_id, kind, item, 'draft', currency, total_amount, lines, created_at
    from orders where id = ${user.orderId} returning id`.execute(db);
  const draft = copy?.id ?? '';
  const { cookie } = await newOperator();
  for (const path of ['/ops/orders', `/ops/customers/${user.id}`]) {
    const { body } = await get(path, cookie);
    expect([body.includes(user.orderId), body.includes(draft)], path).toEqual([true, false]);
    expect((await get(`${path}?drafts=yes`, cookie)).body, path).toContain(draft);
  }
});

test('a search by email, order, gateway, ticket or transaction opens the page, or lists the results', async () => {
  const [user, namesake] = [await makePaidUser(under), await makeUser(under)];
  const { db } = under.dependencies;
  await db
    .updateTable('users')
    .set({ email: `${user.email}.uk` })
    .where('id', '=', namesake.id)
    .execute();
  await under.call(api.sendSupportMessage, { body: { text: 'No tunnel', attachments: [] } }, user);
  const { id: ticket } = await db
    .selectFrom('supportTickets')
    .select('id')
    .where('userId', '=', user.id)
    .executeTakeFirstOrThrow();
  const { paddleTransactionId } = await db
    .selectFrom('orders')
    .select('paddleTransactionId')
    .where('id', '=', user.orderId)
    .executeTakeFirstOrThrow();
  const { id: gatewayId } = await makeGateway(under, 'jp-tyo');
  const ipv4 = '203.0.113.200';
  await db.updateTable('gateways').set({ ipv4 }).where('id', '=', gatewayId).execute();
  const { cookie } = await newOperator();
  const led = async (words: string) => {
    const { statusCode, headers } = await searchFor(words, cookie);
    return [statusCode, headers.location];
  };
  for (const words of [user.email, ` ${user.email.toUpperCase()} `, user.id])
    expect(await led(words), words).toEqual([303, `/ops/customers/${user.id}`]);
  for (const words of [user.orderId, user.orderId.toUpperCase(), paddleTransactionId ?? ''])
    expect(await led(words), words).toEqual([303, `/ops/orders/${user.orderId}`]);
  expect(await led(ticket)).toEqual([303, `/ops/tickets/${ticket}`]);
  for (const words of ['tokyo', 'jp-tyo', 'Japan', gatewayId, gatewayId.slice(0, 30), ipv4])
    expect(await led(words), words).toEqual([303, `/ops/gateways/${gatewayId}`]);
  const reference = 'txn_renewal_1';
  await db
    .insertInto('ledgerEntries')
    .values({
      ...{ provider: 'paddle', kind: 'payment', reference, orderId: user.orderId, product: '12-months' },
      ...{ amount: 5988, tax: 0, currency: 'USD', happenedAt: before(1), bookedAt: before(1) },
    })
    .execute();
  expect(await led(reference)).toEqual([303, `/ops/orders/${user.orderId}`]);

  const listed = await searchFor(user.email.slice(0, -2), cookie);
  expect(listed.statusCode).toBe(200);
  for (const id of [user.id, namesake.id]) expect(listed.body).toContain(`href="/ops/customers/${id}"`);
  const prefix = await searchFor(user.orderId.slice(0, 13), cookie);
  expect(prefix.statusCode === 303 || prefix.body.includes(`/ops/orders/${user.orderId}`)).toBe(true);

  // Invalid input finds nothing and is escaped; wildcards have no meaning.
  for (const words of [
    '',
    '%',
    '_',
    '\0',
    'nobody@nowhere.test',
    '<script>',
    "'; drop",
    'f'.repeat(300),
    '-'.repeat(36),
    '💥',
  ])
    expect((await searchFor(words, cookie)).statusCode, words).toBe(200);
  expect((await searchFor('<script>', cookie)).body).not.toContain('<script>');
  expect((await searchFor('%', cookie)).body).toContain('Nothing found for “%”.');
  expect((await get('/ops/search?q=a&q=b', cookie)).statusCode).toBe(200);
  expect((await get('/ops/search', cookie)).statusCode).toBe(200);
});

test('search and lists need a session of an operator; forms need that operator’s own token', async () => {
  const user = await makePaidUser(under);
  const reporting = await makeGateway(under, 'us-nyc');
  const { id: gateway } = reporting;
  const pages = ['search?q=a', 'stuck-payments', 'refused-webhooks', `gateways/${gateway}`];
  for (const page of pages) {
    expect((await get(`/ops/${page}`)).headers.location, page).toBe('/ops/sign-in');
    expect((await get(`/ops/${page}`, `__Host-comet-desk=${user.token}`)).headers.location, page).toBe(
      '/ops/sign-in',
    );
  }
  const [one, other] = [await newOperator(), await newOperator()];
  const retire = (form_token: string) =>
    post('/ops/do/retire-gateway', { form_token, gateway }, { cookie: one.cookie });
  const retiredAt = async () =>
    (
      await under.dependencies.db
        .selectFrom('gateways')
        .select('retiredAt')
        .where('id', '=', gateway)
        .executeTakeFirstOrThrow()
    ).retiredAt;
  expect((await retire(other.token)).statusCode).toBe(403);
  expect((await retire('')).statusCode).toBe(403);
  expect(await retiredAt()).toBeNull();
  const report = { version: '1', peers: 3, loadPercent: 1 };
  await under.call(api.reportHealth, { body: report }, reporting);
  const shown = await get(`/ops/gateways/${gateway}`, one.cookie);
  expect(shown.body).toContain('Retire permanently');
  const change = (action: string, fields: Readonly<Record<string, string>> = {}) =>
    post(`/ops/do/${action}`, { form_token: one.token, gateway, ...fields }, { cookie: one.cookie });
  expect(shown.body).toContain('No other gateway serves us-nyc, and 3 tunnels are open here.');
  expect(shown.body).toContain('name="force" value="yes" required');
  const refused = await change('drain-gateway', { hours: '2' });
  expect(refused.statusCode).toBe(422);
  expect(refused.body).toContain('No other gateway serves us-nyc');
  expect((await change('drain-gateway', { hours: 'two', force: 'yes' })).statusCode).toBe(422);
  expect((await change('drain-gateway', { hours: '2', force: 'yes' })).statusCode).toBe(200);
  const draining = (await get(`/ops/gateways/${gateway}`, one.cookie)).body;
  expect(draining).toContain('Draining');
  expect(draining).toContain('Send new connections again');
  expect(draining).toContain('Apps move to another gateway at');
  expect((await change('resume-gateway')).statusCode).toBe(200);
  expect((await get(`/ops/gateways/${gateway}`, one.cookie)).body).not.toContain('Draining');
  expect((await retire(one.token)).statusCode).toBe(200);
  expect(await retiredAt()).not.toBeNull();
  const retired = (await get(`/ops/gateways/${gateway}`, one.cookie)).body;
  expect(retired).toContain('Retired');
  expect(retired).not.toContain('Retire permanently');
  for (const unknown of [user.id, 'x', '%00'])
    expect((await get(`/ops/gateways/${unknown}`, one.cookie)).statusCode).toBe(404);
  await command('remove', one.name);
  expect((await get('/ops/search?q=a', one.cookie)).headers.location).toBe('/ops/sign-in');
});

test('the style sheet, fonts and icon are public and the only sources that pages may load', async () => {
  const page = await get('/ops/sign-in');
  const policy = String(page.headers['content-security-policy']);
  expect(policy).toContain("default-src 'none'; style-src 'self'; font-src 'self'; img-src 'self';");
  const style = await get('/ops/console.css');
  const fonts = [...style.body.matchAll(/url\("([^"]+)"\)/g)].map(([, address]) => address ?? '');
  expect(fonts).toHaveLength(3);
  for (const font of fonts) {
    const { statusCode, headers, rawPayload } = await get(font);
    expect([statusCode, headers['content-type']]).toEqual([200, 'font/woff2']);
    expect(headers['cache-control']).toContain('immutable');
    expect(rawPayload.subarray(0, 4).toString()).toBe('wOF2');
  }
  expect((await get('/ops/icon.svg')).headers['content-type']).toBe('image/svg+xml');
});
