import { api } from '@comet/contract';
import { solveChallenge } from 'altcha-lib';
import { deriveKey } from 'altcha-lib/algorithms/sha';
import { afterAll, beforeAll, expect, test } from 'vitest';
import * as z from 'zod/mini';
import { deleteOldMessages, deleteMessagesOf } from '../../src/features/support-tickets/index.ts';
import { createRateLimiter } from '../../src/platform/http/limits/rate-limit.ts';
import { type ApiUnderTest, makeUser, startApi } from '../fixture/api-fixture.ts';

let under: ApiUnderTest;
beforeAll(async () => {
  under = await startApi({ SITE_URL: 'https://site.example', SUPPORT_MAIL: 'desk@comet.example' });
});
afterAll(() => under.stop());

const words = { name: 'Ada', topic: 'technical', message: 'It does not\nconnect.', website: '' } as const;
const mailed = (about: string) =>
  under.jobs.emailsTo('desk@comet.example').filter((email) => JSON.stringify(email).includes(about));
const kept = (email: string) =>
  under.dependencies.db.selectFrom('supportTickets').selectAll().where('email', '=', email).execute();

async function solvedPuzzle() {
  const { json } = await under.call(api.showContactPuzzle, {});
  const challenge = z.parse(api.showContactPuzzle.reply, json);
  under.clock.advance(5_000);
  const solution = await solveChallenge({ challenge, deriveKey });
  if (solution === null) throw new Error('not solved');
  return { challenge, solution };
}

const postForm = (fields: Readonly<Record<string, string>>, source = '10.8.0.1') =>
  fetch(`${under.baseUrl}${api.postContactForm.path}`, {
    method: 'POST',
    redirect: 'manual',
    headers: { 'x-forwarded-for': source },
    body: new URLSearchParams(fields),
  });

test('a message with its puzzle creates one ticket and one mail, also with concurrent requests', async () => {
  const email = 'ada@example.com';
  const body = { ...words, email, ...(await solvedPuzzle()) };
  const responses = await Promise.all([1, 2, 3, 4].map(() => under.call(api.sendContact, { body })));
  expect(responses.map(({ status }) => status)).toEqual([202, 202, 202, 202]);
  // Another solution of the same puzzle creates no second message.
  const [{ challenge }, counterStart] = [body, body.solution.counter + 1];
  const other = await solveChallenge({ challenge, deriveKey, counterStart });
  if (other === null) throw new Error('not solved');
  const again = { ...body, message: 'Another message.', solution: other };
  expect((await under.call(api.sendContact, { body: again })).status).toBe(202);
  expect(await kept(email)).toMatchObject([{ kind: 'contact', name: 'Ada', state: 'open', userId: null }]);
  expect(mailed(email)).toMatchObject([{ paragraphs: ['It does not', 'connect.'] }]);
  const receipts = under.jobs.emailsTo(email);
  expect(receipts.map(({ heading }) => heading)).toEqual(['We got your message']);
  // The mailbox is unverified, so the text is not sent to it.
  for (const written of ['Ada', 'connect', 'technical'])
    expect(JSON.stringify(receipts)).not.toContain(written);
});

test('a solved puzzle counts once in the limit of all senders, and stays usable when it is reached', async () => {
  // The middle of an hour, in which limits are counted.
  under.clock.advance(3600_000 + 1800_000);
  const replayed = { ...words, email: 'replay@example.com', ...(await solvedPuzzle()) };
  const replays = await Promise.all(
    Array.from({ length: 130 }, () => under.call(api.sendContact, { body: replayed })),
  );
  expect(new Set(replays.map(({ status }) => status))).toEqual(new Set([202]));
  const body = { ...words, email: 'honest@example.com', ...(await solvedPuzzle()) };
  expect((await under.call(api.sendContact, { body })).status).toBe(202);
  expect(await kept(body.email)).toHaveLength(1);

  const { clock, keys, quick } = under.dependencies;
  const limiter = createRateLimiter({ clock, quick, secret: keys.buckets });
  while ((await limiter.take('contact', { calls: 120, seconds: 3600 })) === null);
  const late = { ...words, email: 'late@example.com', ...(await solvedPuzzle()) };
  expect((await under.call(api.sendContact, { body: late })).status).toBe(422);
  expect(await kept(late.email)).toEqual([]);
  under.clock.advance(3000_000);
  expect((await under.call(api.sendContact, { body: late })).status).toBe(202);
  expect(await kept(late.email)).toHaveLength(1);
});

test('a mailbox gets one receipt a day for any spelling, and all unverified mailboxes together get few', async () => {
  const spellings = ['grace@googlemail.com', 'g.race@gmail.com', 'Grace+1@gmail.com', 'grace+2@gmail.com'];
  for (const [index, email] of spellings.entries()) await postForm({ ...words, email }, `10.8.1.${index}`);
  expect(spellings.flatMap((email) => under.jobs.emailsTo(email))).toHaveLength(1);
  const others = Array.from({ length: 33 }, (_, index) => `other${index}@example.com`);
  for (const [index, email] of others.entries()) await postForm({ ...words, email }, `10.8.2.${index}`);
  expect((await Promise.all(others.map(kept))).flat().length).toBeGreaterThan(30);
  const sent = others.flatMap((email) => under.jobs.emailsTo(email)).length;
  expect(sent).toBeGreaterThan(20);
  expect(sent).toBeLessThanOrEqual(30);
  under.clock.advance(3600_000);
});

test('stores nothing without a solved puzzle, or with the hidden field filled in', async () => {
  const email = 'robot@example.com';
  const { challenge, solution } = await solvedPuzzle();
  const guess = { ...words, email, challenge, solution: { ...solution, counter: solution.counter + 1 } };
  expect((await under.call(api.sendContact, { body: guess })).text).toContain(
    'Something went wrong and your message has not been sent.',
  );
  const filled = { ...words, email, website: 'https://spam.example', ...(await solvedPuzzle()) };
  expect((await under.call(api.sendContact, { body: filled })).status).toBe(202);
  expect(await kept(email)).toEqual([]);
});

test('a plain form creates a ticket too, and redirects the browser to a confirmation page of the site', async () => {
  const email = 'plain@example.com';
  const first = await postForm({ ...words, email });
  await postForm({ ...words, email });
  expect([first.status, first.headers.get('location')]).toEqual([
    303,
    'https://site.example/get-in-touch/sent/',
  ]);
  expect(await kept(email)).toHaveLength(1);
  for (const wrong of [
    {},
    { ...words, email: 'nobody' },
    { ...words, email, topic: 'x' },
    { ...words, email, message: '\0' },
  ])
    expect((await postForm(wrong, '10.8.0.2')).headers.get('location')).toBe(
      'https://site.example/get-in-touch/not-sent/',
    );
  expect((await postForm({ ...words, email }, '10.8.0.2')).status).toBe(303);
  expect((await postForm({ ...words, email }, '10.8.0.2')).status).toBe(429);
});

test('a message without sign-in is deleted with the account of a verified address, else half a year after it was closed', async () => {
  const [user, claimed] = [await makeUser(under), await makeUser(under, { verified: false })];
  for (const { email } of [user, claimed]) await postForm({ ...words, email }, '10.8.0.3');
  const { db } = under.dependencies;
  for (const { id } of [user, claimed]) await db.transaction().execute((trx) => deleteMessagesOf(trx, id));
  expect([await kept(user.email), (await kept(claimed.email)).length]).toEqual([[], 1]);
  const closedAt = under.clock.now();
  await db
    .updateTable('supportTickets')
    .set({ state: 'closed', closedAt })
    .where('email', '=', claimed.email)
    .execute();
  const after = (days: number) => new Date(closedAt.getTime() + days * 24 * 3600 * 1000);
  await deleteOldMessages(db, after(179));
  expect(await kept(claimed.email)).toHaveLength(1);
  await deleteOldMessages(db, after(181));
  expect(await kept(claimed.email)).toEqual([]);
});
