import { randomUUID } from 'node:crypto';
import { api, reportLimits } from '@comet/contract';
import { type Reply, send as exchange, wireRequest } from '@comet/testing';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { type ApiUnderTest, makeUser, startApi, type TestUser } from '../fixture/api-fixture.ts';
import { operatorConsoleSettings, useOperatorConsole } from './operator-console-fixture.ts';

const supportMail = 'desk@comet.example';
let under: ApiUnderTest;
beforeAll(async () => {
  under = await startApi({ ...operatorConsoleSettings, SUPPORT_MAIL: supportMail });
});
// Each test has its own day of the limits.
beforeEach(() => under.clock.advance(24 * 3600 * 1000));
afterAll(() => under.stop());
const { get, enrolled, signedIn } = useOperatorConsole(() => under);

const text = '== system.json\n{ "comet": "1.0.0" }\n\n== journal.txt\nPath changed: “<ipv4 1>”\n';
const send = (user: TestUser, report: string = text, idempotencyKey: string = randomUUID()) =>
  under.call(api.sendSupportReport, { body: { report } }, user, { 'idempotency-key': idempotencyKey });
/** Sends a body that the contract does not permit. */
const sendRaw = (user: TestUser, body: object) => {
  const request = wireRequest(api.sendSupportReport, { body: { report: text } }, user);
  return exchange(under.baseUrl, { ...request, body: JSON.stringify(body) });
};
const numberOf = ({ json }: Reply) => (json as { number: string }).number;
const outcome = ({ status, json }: Reply) =>
  status === 201 ? 'sent' : (json as { error: { code: string } }).error.code;
const ticketsOf = ({ id }: TestUser) =>
  under.dependencies.db.selectFrom('supportTickets').selectAll().where('userId', '=', id).execute();

interface Listed {
  readonly id: string;
  readonly subject: string;
  readonly messages: readonly {
    readonly text: string;
    readonly attachments: readonly { readonly id: string }[];
  }[];
}

test('a report becomes a ticket with the report as a file, which its owner and operators can read', async () => {
  const [user, other] = [await makeUser(under), await makeUser(under)];
  const number = numberOf(await send(user));
  const [ticket] = await ticketsOf(user);
  expect(ticket?.id.endsWith(number)).toBe(true);
  expect(number).toMatch(/^[0-9a-f]{8}$/);
  const listed = (await under.call(api.listSupportTickets, {}, user)).json as { tickets: readonly Listed[] };
  expect(listed.tickets).toMatchObject([{ subject: 'Support report', messages: [{ attachments: [{}] }] }]);
  const id = listed.tickets[0]?.messages[0]?.attachments[0]?.id ?? '';
  const read = (reader: TestUser) => under.call(api.showSupportAttachment, { params: { id } }, reader);
  expect((await read(user)).text).toBe(text);
  expect((await read(other)).status).toBe(404);
  const mails = under.jobs.emailsTo(supportMail);
  expect(mails.at(-1)).toMatchObject({ subject: `Ticket: Support report (${number})` });
  expect(under.jobs.emailsTo(user.email).at(-1)?.subject).toContain(number);
  const { cookie } = await signedIn('grace', await enrolled('grace'));
  const page = await get(`/ops/tickets/${ticket?.id}`, cookie);
  expect(page.body).toContain('comet-report.txt');
  expect((await get(`/ops/files/${id}`, cookie)).body).toBe(text);
  // The number leads to the ticket, in either case of its letters.
  const found = await get(`/ops/search?q=${number.toUpperCase()}`, cookie);
  expect(found.headers['location'] ?? found.body).toContain(`/ops/tickets/${ticket?.id}`);
});

test('each report opens a ticket of its own; a repeated request opens none', async () => {
  const user = await makeUser(under);
  const key = randomUUID();
  const [first, again] = [await send(user, text, key), await send(user, text, key)];
  expect(numberOf(again)).toBe(numberOf(first));
  expect(numberOf(await send(user))).not.toBe(numberOf(first));
  expect(await ticketsOf(user)).toHaveLength(2);
});

test('accepts five reports of an account a day, also at the same time', async () => {
  const [user, other] = [await makeUser(under), await makeUser(under)];
  const replies = await Promise.all(Array.from({ length: 8 }, () => send(user)));
  const outcomes = replies.map(outcome).toSorted();
  expect(outcomes).toEqual([
    ...Array.from({ length: 5 }, () => 'sent'),
    ...Array.from({ length: 3 }, () => 'too_many_reports'),
  ]);
  const refused = replies.find(({ status }) => status === 409);
  expect(Number(refused?.headers.get('retry-after'))).toBeGreaterThan(0);
  expect(await ticketsOf(user)).toHaveLength(5);
  expect(outcome(await send(other))).toBe('sent');
  under.clock.advance(24 * 3600 * 1000);
  expect(outcome(await send(user))).toBe('sent');
});

test('refuses a report that is empty, too long, or no text, and does not count it', async () => {
  const user = await makeUser(under);
  const limit = reportLimits.bytes;
  const wrong = ['', 'a'.repeat(limit + 1), 'ä'.repeat(limit / 2 + 1), 'a\0b', '\u001B[31mred', '\uD800'];
  for (const report of [...wrong, { a: 1 }, null])
    expect(outcome(await sendRaw(user, { report })), JSON.stringify(report).slice(0, 20)).toBe(
      'validation_failed',
    );
  // The bytes of another type of file.
  for (const report of ['%PDF-1.7\n', 'RIFF1234WEBP'])
    expect(outcome(await send(user, report))).toBe('message_not_sent');
  expect(await ticketsOf(user)).toEqual([]);
  // The longest text, of which each character is escaped in JSON.
  expect(outcome(await send(user, '"'.repeat(limit)))).toBe('sent');
  for (let sent = 1; sent < reportLimits.perDay; sent += 1) expect(outcome(await send(user))).toBe('sent');
});

test('refuses a caller without a session, and an account with an unconfirmed address', async () => {
  const stranger = await makeUser(under, { verified: false });
  expect(outcome(await send(stranger))).toBe('email_unverified');
  expect(await ticketsOf(stranger)).toEqual([]);
  const anonymous = await under.call(api.sendSupportReport, { body: { report: text } }, {});
  expect(anonymous.status).toBe(401);
});
