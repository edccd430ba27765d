import { randomUUID } from 'node:crypto';
import { api } from '@comet/contract';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { summariseSignIns } from '../../src/features/sign-in-notices/index.ts';
import { countNotice } from '../../src/features/sign-in-notices/notices.store.ts';
import { lockForSignIn } from '../../src/features/users/users.store.ts';
import type { ScheduledTask } from '../../src/platform/jobs/jobs.ts';
import { type ApiUnderTest, makeUser, startApi, type TestUser } from '../fixture/api-fixture.ts';
import { backgroundTasks } from '../fixture/background-tasks.ts';
import { processDeps } from '../payments/paid-user.ts';

let under: ApiUnderTest;
beforeAll(async () => {
  under = await startApi();
});
afterAll(() => under.stop());

const minuteMs = 60_000;
const browsers = {
  firefox: 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0',
  safari: 'Mozilla/5.0 (iPhone; CPU iPhone OS 26_0 like Mac OS X) Version/26.0 Mobile/15E148 Safari/604.1',
};

let sources = 0;
/** Signs in on a new device, each from another network. */
async function signIn(user: TestUser, browser: keyof typeof browsers = 'firefox') {
  sources += 1;
  const body = { email: user.email, password: user.password };
  const headers = {
    'user-agent': browsers[browser],
    'x-forwarded-for': `198.18.${sources >> 8}.${sources & 255}`,
  };
  const { status } = await under.call(api.logIn, { body }, { deviceId: randomUUID() }, headers);
  expect(status).toBe(201);
}
const summarise = () => summariseSignIns(processDeps(under));

/** Returns the background tasks of each minute. */
async function tasksOfAMinute(): Promise<readonly ScheduledTask[]> {
  const { scheduled } = await backgroundTasks(under);
  return scheduled.filter(({ cron }) => cron === '* * * * *');
}

const mails = (user: Pick<TestUser, 'email'>) =>
  under.jobs.emailsTo(user.email).filter(({ subject }) => /new sign-in/i.test(subject));

test('sends five single notices within an hour, and one summary of the others at its end', async () => {
  const [user, other] = [await makeUser(under), await makeUser(under)];
  for (let at = 0; at < 4; at += 1) await signIn(user);
  const until = new Date(under.clock.now().getTime() + 60 * minuteMs);
  expect(mails(user).map(({ paragraphs }) => paragraphs.length)).toEqual([1, 1, 1, 1]);
  await signIn(user);
  expect(mails(user)[4]?.paragraphs[1]).toContain(
    `If more new devices sign in before ${until.getUTCDate()} `,
  );
  under.clock.advance(30 * minuteMs);
  await Promise.all(Array.from({ length: 12 }, () => signIn(user)));
  await signIn(user, 'safari');
  await summarise();
  expect(mails(user)).toHaveLength(5);
  await signIn(other);
  expect(mails(other)).toHaveLength(1);

  under.clock.advance(30 * minuteMs);
  await Promise.all([summarise(), summarise()]);
  expect(mails(user)).toHaveLength(6);
  const summary = mails(user)[5];
  expect(summary?.subject).toBe('More new sign-ins to Comet');
  expect(summary?.priority).toBe('security');
  expect(summary?.facts).toMatchObject([
    { term: 'Firefox on Linux', value: expect.stringContaining('12 sign-ins, last: ') },
    { term: 'Safari on iOS', value: expect.stringContaining('Signed in once: ') },
  ]);

  await signIn(user);
  expect(mails(user).at(-1)?.subject).toBe('New sign-in to Comet');
  await summarise();
  expect(mails(user)).toHaveLength(7);
});

test('a sign-in after the hour sends the pending summary and starts a new count', async () => {
  const user = await makeUser(under);
  for (let at = 0; at < 6; at += 1) await signIn(user);
  expect(mails(user)).toHaveLength(5);
  under.clock.advance(24 * 60 * minuteMs);
  await Promise.all([signIn(user, 'safari'), signIn(user, 'safari')]);
  const since = mails(user).slice(5);
  expect(since.map(({ subject }) => subject).toSorted()).toEqual([
    'More new sign-ins to Comet',
    'New sign-in to Comet',
    'New sign-in to Comet',
  ]);
  expect(since.find(({ subject }) => subject.startsWith('More'))?.facts).toMatchObject([
    { term: 'Firefox on Linux', value: expect.stringContaining('Signed in once: ') },
  ]);
  under.clock.advance(61 * minuteMs);
  await summarise();
  expect(mails(user)).toHaveLength(8);
});

test('sends the summary even if another task of the minute fails', async () => {
  const user = await makeUser(under);
  for (let at = 0; at < 6; at += 1) await signIn(user);
  under.clock.advance(61 * minuteMs);
  const { db } = under.dependencies;
  await sql`alter table subscriptions rename to subscriptions_away`.execute(db);
  const tasks = await tasksOfAMinute();
  const ends = await Promise.allSettled(tasks.map(({ run }) => run()));
  await sql`alter table subscriptions_away rename to subscriptions`.execute(db);
  const failed = tasks.filter((_, index) => ends[index]?.status === 'rejected').map(({ name }) => name);
  expect(failed).toContain('expire-subscriptions');
  expect(failed).not.toContain('sign-in-summaries');
  expect(mails(user).at(-1)?.subject).toBe('More new sign-ins to Comet');
});

test('counts concurrent first sign-ins one after the other', async () => {
  const user = await makeUser(under);
  let arrived = 0;
  const all = Promise.withResolvers<void>();
  const notices = await Promise.all(
    Array.from({ length: 10 }, () =>
      under.dependencies.db.transaction().execute(async (trx) => {
        await lockForSignIn(trx, user.id);
        arrived += 1;
        if (arrived === 10) all.resolve();
        await all.promise;
        const client = { name: 'Firefox', platform: 'linux' } as const;
        return countNotice(trx, { userId: user.id, client, now: under.clock.now() });
      }),
    ),
  );
  expect(notices.filter(({ mail }) => mail !== null)).toHaveLength(5);
});

test('sends held notices to the previous address when the address changes', async () => {
  const user = await makeUser(under);
  for (let at = 0; at < 6; at += 1) await signIn(user);
  const email = `moved-${randomUUID()}@example.com`;
  await under.call(api.requestEmailChange, { body: { email, currentPassword: user.password } }, user);
  const query = { token: under.jobs.tokenMailedTo(email) };
  expect((await under.call(api.confirmEmailChange, { query })).status).toBe(200);
  expect(mails(user).at(-1)?.subject).toBe('More new sign-ins to Comet');
  under.clock.advance(61 * minuteMs);
  await summarise();
  expect([mails(user).length, mails({ ...user, email }).length]).toEqual([6, 0]);
});

test('sends held notices when the account is deleted', async () => {
  const user = await makeUser(under);
  for (let at = 0; at < 6; at += 1) await signIn(user);
  await under.call(api.deleteAccount, { body: { password: user.password } }, user);
  expect(mails(user).at(-1)?.subject).toBe('More new sign-ins to Comet');
  under.clock.advance(61 * minuteMs);
  await summarise();
  expect(mails(user)).toHaveLength(6);
});

test('mails a sign-in after a quiet hour at once, and removes the count after another hour', async () => {
  const user = await makeUser(under);
  for (let at = 0; at < 5; at += 1) await signIn(user);
  under.clock.advance(61 * minuteMs);
  await signIn(user);
  expect(mails(user)).toHaveLength(6);
  under.clock.advance(61 * minuteMs);
  await summarise();
  expect(mails(user)).toHaveLength(6);
  expect(await under.dependencies.db.selectFrom('signInNotices').selectAll().execute()).toEqual([]);
});
