import { afterAll, beforeAll, expect, test } from 'vitest';
import { remind } from '../../src/features/reminders/index.ts';
import { type ApiUnderTest, startApi } from '../fixture/api-fixture.ts';
import { makePaidUser, processDeps } from '../payments/paid-user.ts';

let under: ApiUnderTest;
beforeAll(async () => {
  under = await startApi();
});
afterAll(() => under.stop());

const dayMs = 24 * 3600 * 1000;
const remindersTo = (email: string) =>
  under.jobs
    .emailsTo(email)
    .map(({ subject }) => subject)
    .filter((subject) => /renews|ends|ended/.test(subject));

/** A paid user whose plan ends in so many days. */
async function endingIn(days: number, change: { readonly crypto?: true } = {}) {
  const user = await makePaidUser(under);
  const at = new Date(under.clock.now().getTime() + days * dayMs);
  const isOver = days <= 0;
  await under.dependencies.db
    .updateTable('subscriptions')
    .set({
      activeUntil: at,
      accessUntil: at,
      nextPaymentAt: change.crypto === true ? null : at,
      state: isOver ? 'expired' : 'active',
      endedAt: isOver ? at : null,
    })
    .where('userId', '=', user.id)
    .execute();
  if (change.crypto === true)
    await under.dependencies.db
      .updateTable('orders')
      .set({ provider: 'coingate' })
      .where('userId', '=', user.id)
      .execute();
  return user;
}

test('sends one reminder for a year that renews within a week, with several replicas', async () => {
  const [soon, later] = [await endingIn(6), await endingIn(9)];
  await Promise.all(Array.from({ length: 20 }, () => remind(processDeps(under))));
  expect(remindersTo(soon.email)).toEqual(['Your Comet plan renews on 27 November 2026']);
  expect(remindersTo(later.email)).toEqual([]);
  expect(await remind(processDeps(under))).toBe(0);
});

test('sends reminders for a plan paid in crypto a week and a day before its end, and after it', async () => {
  const user = await endingIn(6.5, { crypto: true });
  const over = await endingIn(-1, { crypto: true });
  await remind(processDeps(under));
  expect(remindersTo(user.email)).toEqual(['Your Comet plan ends on 28 November 2026']);
  expect(remindersTo(over.email)).toEqual(['Your Comet plan has ended']);
  under.clock.advance(6 * dayMs);
  await remind(processDeps(under));
  expect(remindersTo(user.email)).toEqual([
    'Your Comet plan ends on 28 November 2026',
    'Your Comet plan ends within a day',
  ]);
});

test('a deleted account receives no reminder', async () => {
  const user = await endingIn(3);
  const deletedAt = under.clock.now();
  await under.dependencies.db.updateTable('users').set({ deletedAt }).where('id', '=', user.id).execute();
  await remind(processDeps(under));
  expect(remindersTo(user.email)).toEqual([]);
});

test('a considered subscription is read again at its next reminder, or after its end has changed', async () => {
  const { db } = under.dependencies;
  const user = await endingIn(6, { crypto: true });
  const considered = async () =>
    db
      .selectFrom('subscriptions')
      .select(['reminderFor', 'activeUntil', 'nextReminderAt'])
      .where('userId', '=', user.id)
      .executeTakeFirstOrThrow();
  await remind(processDeps(under));
  const first = await considered();
  expect(first.reminderFor).toEqual(first.activeUntil);
  expect(first.nextReminderAt).toEqual(new Date(under.clock.now().getTime() + dayMs));
  const sooner = new Date(under.clock.now().getTime() + dayMs / 2);
  await db.updateTable('subscriptions').set({ activeUntil: sooner }).where('userId', '=', user.id).execute();
  await remind(processDeps(under));
  expect(remindersTo(user.email)).toHaveLength(2);
  expect((await considered()).nextReminderAt).toEqual(sooner);
});
