import { api } from '@comet/contract';
import { type Sandbox, startSandbox } from '@comet/sandbox';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type ApiUnderTest, makeUser, startApi, type TestUser } from '../fixture/api-fixture.ts';

const settings = { inbox: 'an-inbox', hmacToken: 'a-token-of-the-inbox' };
let sandbox: Sandbox;
let under: ApiUnderTest;
beforeAll(async () => {
  sandbox = await startSandbox({
    ...{ host: '127.0.0.1', port: 0, smtpPort: 0, stateFile: null, chatwoot: settings },
    paddle: { apiKey: 'key', webhookUrl: 'http://127.0.0.1:9/', webhookSecret: 'secret' },
  });
  under = await startApi({
    CHATWOOT_URL: `${sandbox.url}/chatwoot`,
    CHATWOOT_INBOX: settings.inbox,
    CHATWOOT_HMAC_TOKEN: settings.hmacToken,
  });
});
afterAll(async () => {
  await under.stop();
  await sandbox.close();
});

interface Shown {
  readonly id: string;
  readonly state: string;
  readonly messages: readonly { readonly author: string; readonly text: string }[];
}
const seenBy = async (user: TestUser) =>
  ((await under.call(api.listSupportTickets, {}, user)).json as { tickets: Shown[] }).tickets;
/** The number of the conversation at Chatwoot. */
const numberOf = (id: string) => Number.parseInt(id.slice(-12), 16);
const write = (user: TestUser, text: string) =>
  under.call(api.sendSupportMessage, { body: { text, attachments: [] } }, user);

test('with a hosted Chatwoot, sends customers’ messages there, and shows its agents’ replies', async () => {
  const [user, other] = [await makeUser(under), await makeUser(under)];
  expect(await seenBy(user)).toEqual([]);
  expect((await write(user, 'It does not connect.')).status).toBe(201);
  await write(user, 'Hello?');
  const [ticket] = await seenBy(user);
  expect(ticket).toMatchObject({ state: 'open', messages: [{ author: 'customer' }, { text: 'Hello?' }] });
  const number = numberOf(ticket?.id ?? '');
  await fetch(`${sandbox.url}/chatwoot/agent/conversations/${number}/messages`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ content: 'Try TCP.' }),
  });
  expect(await seenBy(user)).toMatchObject([
    { state: 'answered', messages: [{}, {}, { author: 'operator', text: 'Try TCP.' }] },
  ]);
  expect(await seenBy(other)).toEqual([]);
  const inquiry = { name: 'Ada', company: '', seats: 20, message: 'An offer, please.' };
  expect((await under.call(api.contactSales, { body: inquiry }, other)).status).toBe(201);
  expect((await seenBy(other))[0]?.messages[0]?.text).toContain('An offer, please.');
  // Nothing is stored here.
  expect(await under.dependencies.db.selectFrom('ticketMessages').select('id').execute()).toEqual([]);
});

test('sends each report as a file of a conversation of its own, with its number', async () => {
  const [user, stranger] = [await makeUser(under), await makeUser(under, { verified: false })];
  const body = { report: '== system.json\n{}\n' };
  await write(user, 'It does not connect.');
  const sent = [
    await under.call(api.sendSupportReport, { body }, user),
    await under.call(api.sendSupportReport, { body }, user),
  ];
  const [, ...tickets] = await seenBy(user);
  expect(sent.map(({ json }) => json)).toEqual(
    tickets.map(({ id }) => ({ number: String(numberOf(id)).padStart(8, '0') })),
  );
  const message = { author: 'customer', attachments: [{ name: 'comet-report.txt' }] };
  expect(tickets).toMatchObject([{ messages: [message] }, { messages: [message] }]);
  expect((await under.call(api.sendSupportReport, { body }, stranger)).status).toBe(403);
});

test('an account with an unconfirmed address sends no files', async () => {
  const attachments = [{ name: 'comet.log', content: Buffer.from('a log').toString('base64') }];
  const body = { text: 'See the log', attachments };
  const stranger = await makeUser(under, { verified: false });
  expect((await under.call(api.sendSupportMessage, { body }, stranger)).status).toBe(403);
  expect(await seenBy(stranger)).toEqual([]);
  expect((await write(stranger, 'Hello')).status).toBe(201);
});

test('reports a failure of Chatwoot, so that no message is lost silently', async () => {
  const wrong = await startApi({
    CHATWOOT_URL: `${sandbox.url}/chatwoot`,
    CHATWOOT_INBOX: settings.inbox,
    CHATWOOT_HMAC_TOKEN: 'another',
  });
  const user = await makeUser(wrong);
  const sent = await wrong.call(api.sendSupportMessage, { body: { text: 'Hello', attachments: [] } }, user);
  expect([sent.status, sent.text]).toEqual([422, expect.stringContaining('your message has not been sent')]);
  await wrong.stop();
  const away = await startApi({
    CHATWOOT_URL: 'http://127.0.0.1:9',
    CHATWOOT_INBOX: 'x',
    CHATWOOT_HMAC_TOKEN: 'y',
  });
  expect((await away.call(api.listSupportTickets, {}, await makeUser(away))).status).toBe(503);
  await away.stop();
});
