import { api } from '@comet/contract';
import { createTransport } from 'nodemailer';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { supportCommands } from '../../src/features/support/index.ts';
import {
  isReplyAddress,
  receiveMail,
  type ReceiveMailDeps,
} from '../../src/features/support-tickets/index.ts';
import { createRateLimiter } from '../../src/platform/http/limits/rate-limit.ts';
import { listenForMail } from '../../src/platform/mail/mail-intake.ts';
import { type ApiUnderTest, makeUser, startApi, type TestUser } from '../fixture/api-fixture.ts';
import { processDeps } from '../payments/paid-user.ts';

const operatorConsole = 'desk@comet.example';
let under: ApiUnderTest;
let deps: ReceiveMailDeps;
beforeAll(async () => {
  under = await startApi({ SUPPORT_MAIL: operatorConsole, REPLY_MAIL: 'replies@comet.example' });
  const { operators } = under.dependencies.settings.replies;
  const limiter = createRateLimiter({ ...under.dependencies, secret: under.dependencies.keys.buckets });
  deps = { ...processDeps(under), limiter, operators };
});
afterAll(() => under.stop());

interface Shown {
  readonly id: string;
  readonly state: string;
  readonly messages: readonly {
    readonly author: string;
    readonly text: string;
    readonly attachments: readonly {
      readonly id: string;
      readonly name: string;
      readonly mediaType: string;
    }[];
  }[];
}

const seenBy = async (user: TestUser) =>
  ((await under.call(api.listSupportTickets, {}, user)).json as { tickets: Shown[] }).tickets;
const write = (user: TestUser, text: string, attachments: { name: string; content: string }[] = []) =>
  under.call(api.sendSupportMessage, { body: { text, attachments } }, user);
/** The reply address of the latest email about a ticket. */
const replyAddress = (reader: string, about: string) =>
  under.jobs.mailsTo(reader).findLast(({ email }) => JSON.stringify(email).includes(about))?.thread
    ?.replyTo ?? '';

let mails = 0;
const mailFrom = (from: string, text: string, headers = '') => {
  mails += 1;
  return Buffer.from(`From: <${from}>\r\nMessage-ID: <m${mails}@mail.example>\r\n${headers}\r\n${text}`);
};
const submitMail = (to: string, raw: Buffer, from = 'bounces@mail.example') =>
  receiveMail(deps, { from, to, raw });

test('forwards a customer’s message to the operator and their replies by mail to each other', async () => {
  const user = await makeUser(under);
  const log = Buffer.from('a log').toString('base64');
  await write(user, 'It does not\nconnect.', [{ name: 'comet.log', content: log }]);
  const [notice] = under.jobs
    .mailsTo(operatorConsole)
    .filter(({ email }) => JSON.stringify(email).includes(user.email));
  expect(notice).toMatchObject({
    email: { paragraphs: ['It does not', 'connect.'] },
    thread: { fileIds: [expect.any(String)], references: [expect.stringMatching(/@comet\.example$/)] },
  });
  expect(
    await submitMail(
      notice?.thread?.replyTo ?? '',
      mailFrom(operatorConsole, 'Try TCP.\n\nOn Sunday, Comet wrote:\n> It'),
    ),
  ).toBe(true);
  const [responded] = await seenBy(user);
  expect(responded?.state).toBe('answered');
  expect(responded?.messages.map(({ author, text }) => [author, text])).toEqual([
    ['customer', 'It does not\nconnect.'],
    ['operator', 'Try TCP.'],
  ]);
  const [receipt, reply] = under.jobs.mailsTo(user.email).filter(({ thread }) => thread !== undefined);
  expect(receipt?.email.heading).toBe('We got your message');
  expect(JSON.stringify(receipt)).not.toContain('connect.');
  expect(reply?.email.paragraphs).toEqual(['Try TCP.']);
  expect(await submitMail(reply?.thread?.replyTo ?? '', mailFrom(user.email, 'It works.'))).toBe(true);
  expect((await seenBy(user))[0]?.state).toBe('waiting');
  expect(under.jobs.emailsTo(operatorConsole).at(-1)?.paragraphs).toEqual(['It works.']);
  // The next reply is below the quoted email.
  await submitMail(notice?.thread?.replyTo ?? '', mailFrom(operatorConsole, 'Good.'));
  expect(under.jobs.mailsTo(user.email).at(-1)?.thread?.references.at(-1)).toMatch(/@mail\.example$/);
});

test('comet-ops answers, shows and closes tickets, with audit entries; a new message reopens a ticket', async () => {
  const user = await makeUser(under);
  await write(user, 'Where is my \u001b[31minvoice?');
  const id = (await seenBy(user))[0]?.id ?? '';
  const run = (...words: string[]) =>
    supportCommands['tickets']?.({ ...processDeps(under), billing: under.billing, operator: 'ada' }, words);
  expect(await run('list')).toContain(user.email);
  expect(await run('answer', id, 'Under Billing.')).toContain('Answered');
  const shown = await run('show', id);
  expect(shown).toContain('Under Billing.');
  expect(shown).not.toContain('\u001b');
  await run('close', id);
  expect((await seenBy(user))[0]?.state).toBe('closed');
  await write(user, 'Found it.');
  expect(await seenBy(user)).toMatchObject([{ id, state: 'waiting' }]);
  const noted = await under.dependencies.db
    .selectFrom('operatorActions')
    .select('action')
    .where('userId', '=', user.id)
    .orderBy('id')
    .execute();
  expect(noted.map(({ action }) => action)).toEqual(['answer_ticket', 'close_ticket']);
});

test('two concurrent first messages create one conversation, and a mail received four times concurrently creates one message', async () => {
  const user = await makeUser(under);
  await Promise.all([write(user, 'One'), write(user, 'Two'), write(user, 'Three')]);
  expect((await seenBy(user)).map(({ messages }) => messages.length)).toEqual([3]);
  const raw = mailFrom(operatorConsole, 'Once.');
  const to = replyAddress(operatorConsole, user.email);
  const taken = await Promise.all([1, 2, 3, 4].map(() => submitMail(to, raw)));
  expect(taken).toEqual([true, true, true, true]);
  expect((await seenBy(user))[0]?.messages.filter(({ text }) => text === 'Once.')).toHaveLength(1);
  // The receipt of the conversation, and the reply.
  expect(under.jobs.mailsTo(user.email).filter(({ thread }) => thread !== undefined)).toHaveLength(2);
});

test('accepts mail to a reply address only from its side, and drops automatic mail', async () => {
  const [user, other] = [await makeUser(under), await makeUser(under)];
  await write(user, 'Hello');
  const ours = replyAddress(operatorConsole, user.email);
  await submitMail(ours, mailFrom(operatorConsole, 'Hello, too.'));
  const theirs = replyAddress(user.email, 'Hello, too.');
  for (const [to, from] of [
    [ours, user.email],
    [ours, other.email],
    [theirs, operatorConsole],
    [theirs, other.email],
    [theirs.replace('+c', '+o'), operatorConsole],
    [ours.replace('+o', '+c'), user.email],
  ] as const)
    expect(await submitMail(to, mailFrom(from, 'Let me in'))).toBe(false);
  for (const header of ['Auto-Submitted: auto-replied\r\n', 'Precedence: bulk\r\n'])
    expect(await submitMail(theirs, mailFrom(user.email, 'I am away', header))).toBe(true);
  expect(await submitMail(theirs, mailFrom(user.email, 'Undelivered'), '')).toBe(true);
  expect((await seenBy(user))[0]?.messages).toHaveLength(2);
  expect(await seenBy(other)).toEqual([]);
  // The limit stops a loop of two automatic responders.
  const loop = [];
  for (let count = 0; count < 30; count += 1)
    loop.push(await submitMail(theirs, mailFrom(user.email, `Thanks ${count}`)));
  expect(loop.filter(Boolean).length).toBeLessThan(20);
  await under.dependencies.db
    .updateTable('users')
    .set({ deletedAt: under.clock.now() })
    .where('id', '=', user.id)
    .execute();
  under.clock.advance(2 * 3600_000);
  expect(await submitMail(ours, mailFrom(operatorConsole, 'Still there?'))).toBe(false);
});

test('stores files by their content type, for their owner only, up to a limit per ticket', async () => {
  const [user, other] = [await makeUser(under), await makeUser(under)];
  const program = { name: 'photo.png', content: Buffer.from('MZ\0\0').toString('base64') };
  expect((await write(user, '', [program])).text).toContain('your message has not been sent');
  expect((await write(user, '')).status).toBe(422);
  const big = { name: 'big.txt', content: Buffer.alloc(3_900_000, 'a').toString('base64') };
  const kept = [];
  for (let count = 0; count < 6; count += 1) kept.push((await write(user, 'More', [big])).status);
  expect(kept).toEqual([201, 201, 201, 201, 201, 422]);
  const id = (await seenBy(user))[0]?.messages[0]?.attachments[0]?.id ?? '';
  const given = await under.call(api.showSupportAttachment, { params: { id } }, user);
  expect(given.headers.get('content-type')).toBe('application/octet-stream');
  expect(given.headers.get('content-disposition')).toMatch(/^attachment/);
  expect((await under.call(api.showSupportAttachment, { params: { id } }, other)).status).toBe(404);
});

test('SMTP: refuses an unknown mailbox before the content and a mail that is too large after it, and accepts a valid one', async () => {
  const user = await makeUser(under);
  await write(user, 'By SMTP');
  const intake = await listenForMail({
    ...{ host: '127.0.0.1', port: 0, log: under.dependencies.log, accepts: isReplyAddress(deps) },
    take: (mail) => receiveMail(deps, mail),
  });
  const smtp = createTransport({ host: '127.0.0.1', port: intake.port });
  const send = (to: string, text: string, attachments: { filename: string; content: Buffer }[] = []) =>
    smtp.sendMail({ from: operatorConsole, to, text, attachments });
  const to = replyAddress(operatorConsole, user.email);
  await expect(send('replies@comet.example', 'x')).rejects.toThrow('550');
  await expect(send('anybody@comet.example', 'x')).rejects.toThrow('550');
  await expect(send(to, 'x', [{ filename: 'a', content: Buffer.alloc(6_000_000) }])).rejects.toThrow(
    /552|too large|size/i,
  );
  await send(to, 'See the picture.', [
    { filename: 'how.png', content: Buffer.from('89504e470d0a1a0a00', 'hex') },
    { filename: 'tool.exe', content: Buffer.from('MZ\0') },
  ]);
  const last = (await seenBy(user))[0]?.messages.at(-1);
  expect(last).toMatchObject({
    author: 'operator',
    attachments: [{ name: 'how.png', media_type: 'image/png' }],
  });
  expect(last?.text).toBe('See the picture.\n\n[1 of the attached files could not be kept]');
  smtp.close();
  await intake.close();
});

test('sends no receipt to an unconfirmed address', async () => {
  const user = await makeUser(under, { verified: false });
  expect((await write(user, 'Hello')).status).toBeLessThan(300);
  const receipts = under.jobs.emailsTo(user.email).filter(({ heading }) => heading === 'We got your message');
  expect(receipts).toEqual([]);
});
