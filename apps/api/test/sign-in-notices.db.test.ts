import { randomUUID } from 'node:crypto';
import { api } from '@comet/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { summariseSignIns } from '../src/features/sign-in-notices/index.ts';
import { type ApiUnderTest, makeUser, startApi, type TestUser } from './api-under-test.ts';
import { processDeps } from './paid-user.ts';

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
const mails = (user: TestUser) =>
  under.jobs.lettersTo(user.email).filter(({ subject }) => /new sign-in/i.test(subject));

test('five new sign-ins within an hour are told one by one, and the others in one mail at its end', async () => {
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
  // Due, and not summarised yet: it is named there, too.
  await signIn(user, 'safari');
  await Promise.all([summarise(), summarise()]);
  expect(mails(user)).toHaveLength(6);
  const summary = mails(user)[5];
  expect(summary?.subject).toBe('More new sign-ins to Comet');
  expect(summary?.priority).toBe('security');
  expect(summary?.facts).toMatchObject([
    { term: 'Firefox on Linux', value: expect.stringContaining('12 sign-ins, the last: ') },
    { term: 'Safari on iOS', value: expect.stringContaining('2 sign-ins, the last: ') },
  ]);

  await signIn(user);
  expect(mails(user).at(-1)?.subject).toBe('New sign-in to Comet');
  await summarise();
  expect(mails(user)).toHaveLength(7);
});

test('a sign-in after a quiet hour is told at once, and an account that was deleted gets no summary', async () => {
  const user = await makeUser(under);
  for (let at = 0; at < 5; at += 1) await signIn(user);
  under.clock.advance(61 * minuteMs);
  await signIn(user);
  expect(mails(user)).toHaveLength(6);
  for (let at = 0; at < 5; at += 1) await signIn(user);
  expect(mails(user)).toHaveLength(10);
  await under.world.db
    .updateTable('users')
    .set({ deletedAt: under.clock.now() })
    .where('id', '=', user.id)
    .execute();
  under.clock.advance(61 * minuteMs);
  await summarise();
  expect(mails(user)).toHaveLength(10);
  expect(await under.world.db.selectFrom('signInNotices').selectAll().execute()).toEqual([]);
});
