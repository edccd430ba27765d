import { api } from '@comet/contract';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { createAttempts } from '../../src/platform/http/authentication/attempts.ts';
import { countUnverifiedMail } from '../../src/platform/mail/unverified-mail.ts';
import { type ApiUnderTest, makeUser, startApi } from '../fixture/api-fixture.ts';

let under: ApiUnderTest;
beforeAll(async () => {
  under = await startApi();
});
afterAll(() => under.stop());
beforeEach(() => under.clock.advance(3600_000));

const from = (address: string) => ({ 'x-forwarded-for': address });
const signUp = (email: string, address: string) =>
  under.call(api.signUp, { body: { email, password: 'correct horse battery' } }, {}, from(address));
const attemptsOf = () => {
  const { quick, clock, keys } = under.dependencies;
  return createAttempts({ quick, clock, secret: keys.buckets });
};
/** Returns whether the total is used up: only then is a network that has caused no mail limited to five. */
async function isTotalUsedUp(attempts: ReturnType<typeof attemptsOf>): Promise<boolean> {
  const fresh = Array.from({ length: 6 }, (_, at) => `2a0e:0:1:${at}::1`);
  const counted = await Promise.all(fresh.map((address) => countUnverifiedMail(attempts, address)));
  return counted.some(({ ok }) => !ok);
}
const mails = () => under.jobs.recorded.filter(({ name }) => name === 'mail.send').length;

test('150 sign-ups from one IPv6 /48 cause 60 mails, and other networks sign up meanwhile', async () => {
  const before = mails();
  const responses = await Promise.all(
    Array.from({ length: 150 }, (_, at) => signUp(`flood-${at}@example.com`, `2001:db8:7:${at}::1`)),
  );
  expect(responses.filter(({ status }) => status === 201)).toHaveLength(60);
  const refused = responses.filter(({ status }) => status !== 201);
  expect(new Set(refused.map(({ status }) => status))).toEqual(new Set([429]));
  expect(Number(refused[0]?.headers.get('retry-after'))).toBeGreaterThan(0);
  expect(mails() - before).toBe(60);
  expect((await signUp('next@example.com', '2001:db8:8::1')).status).toBe(201);
  expect(under.jobs.emailsTo('next@example.com')).toHaveLength(1);
});

test('one mailbox gets ten resets an hour for unconfirmed spellings of its address; its owner still gets one', async () => {
  const spellings = Array.from({ length: 4 }, (_, at) => `victim+${at}@example.com`);
  for (const email of spellings) await makeUser(under, { email, verified: false });
  const owner = await makeUser(under, { email: 'victim@example.com' });
  const request = async (email: string) => {
    const { status } = await under.call(api.requestPasswordReset, { body: { email } });
    await under.jobs.runPending();
    return status;
  };
  const resets = (email: string) =>
    under.jobs.emailsTo(email).filter(({ subject }) => subject === 'Reset your Comet password').length;
  for (const email of spellings) for (let at = 0; at < 4; at += 1) expect(await request(email)).toBe(204);
  expect(spellings.map(resets)).toEqual([4, 4, 2, 0]);
  await request(owner.email);
  expect(resets(owner.email)).toBe(1);
  under.clock.advance(3600_000);
  await request('victim+3@example.com');
  expect(resets('victim+3@example.com')).toBe(1);
});

test('the refusal is the same for addresses with and without an account', async () => {
  const owner = await makeUser(under);
  for (let at = 0; at < 60; at += 1) await signUp(`used-${at}@example.com`, `2001:db8:9:${at}::1`);
  const [taken, free] = [
    await signUp(owner.email, '2001:db8:9:ff::1'),
    await signUp('nobody@example.com', '2001:db8:9:fe::1'),
  ];
  expect([taken.status, free.status]).toEqual([429, 429]);
  expect(taken.json).toEqual(free.json);
});

test('requests for another mail or another address count with the sign-ups of the source', async () => {
  const address = '198.51.100.7';
  const user = await makeUser(under, { verified: false });
  const verified = await makeUser(under);
  for (let at = 0; at < 20; at += 1) {
    expect((await signUp(`same-${at}@example.com`, address)).status).toBe(201);
  }
  const change = (email: string) => {
    const body = { email, currentPassword: verified.password };
    return under.call(api.requestEmailChange, { body }, verified, from(address));
  };
  for (let at = 0; at < 10; at += 1) expect((await change(`changed-${at}@example.com`)).status).toBe(204);
  expect((await under.call(api.resendVerification, {}, user, from(address))).status).toBe(429);
  expect((await change('other@example.com')).status).toBe(429);
});

test('password resets from one /48 have a separate count, also for unknown addresses', async () => {
  const owner = await makeUser(under);
  for (let at = 0; at < 60; at += 1) await signUp(`apart-${at}@example.com`, `2001:db8:a:${at}::1`);
  const reset = (email: string, address: string) =>
    under.call(api.requestPasswordReset, { body: { email } }, {}, from(address));
  expect((await reset(owner.email, '2001:db8:a:1::1')).status).toBe(204);
  for (let at = 1; at < 60; at += 1) {
    expect((await reset(`unknown-${at}@example.com`, `2001:db8:a:${at}::1`)).status).toBe(204);
  }
  expect((await reset(owner.email, '2001:db8:a:1::2')).status).toBe(429);
  expect((await reset('unknown@example.com', '2001:db8:a:2::2')).status).toBe(429);
});

test('one mailbox gets ten confirmations an hour, for any spelling of its address', async () => {
  const spellings = Array.from({ length: 15 }, (_, at) => `b.o.b+${at}@${at % 2 ? 'pm.me' : 'proton.me'}`);
  const before = mails();
  for (const [at, email] of spellings.entries())
    expect((await signUp(email, `2001:db8:${at + 0x100}::1`)).status).toBe(201);
  expect(mails() - before).toBe(10);
  expect((await signUp('alice@proton.me', '2001:db8:200::1')).status).toBe(201);
  expect(mails() - before).toBe(11);
});

test('registrations that send no email do not block others', async () => {
  const attempts = attemptsOf();
  // Mails of other networks in this window: 15 are left in total.
  const others = Array.from({ length: 2_985 }, (_, at) => `100.${at >> 8}.${at & 255}.1`);
  const counted = await Promise.all(others.map((address) => countUnverifiedMail(attempts, address)));
  expect(counted.every(({ ok }) => ok)).toBe(true);
  for (let at = 0; at < 30; at += 1)
    expect((await signUp('named@example.com', `2001:db8:${at + 0x300}::1`)).status).toBe(201);
  for (let at = 0; at < 5; at += 1)
    expect((await signUp(`carol-${at}@example.com`, '2001:db8:400::1')).status).toBe(201);
  // The total is reached now, and was not before.
  expect(await isTotalUsedUp(attempts)).toBe(true);
});

test('3,000 mails caused by 50 networks leave registration open to all others', async () => {
  const attempts = attemptsOf();
  const flood = Array.from({ length: 3_000 }, (_, at) => `2a0a:0:${at % 50}:${at}::1`);
  const counted = await Promise.all(flood.map((address) => countUnverifiedMail(attempts, address)));
  expect(counted.every(({ ok }) => ok)).toBe(true);
  expect(await isTotalUsedUp(attempts)).toBe(true);
  expect((await signUp('flood@example.com', '2a0a:0:7:ffff::1')).status).toBe(429);
  const others = ['192.0.2.1', '198.51.100.1', '2001:db8:500::1', '2a0b:0:7::1'];
  for (const [at, address] of others.entries()) {
    expect([address, (await signUp(`calm-${at}@example.com`, address)).status]).toEqual([address, 201]);
    expect(under.jobs.emailsTo(`calm-${at}@example.com`)).toHaveLength(1);
  }
  // Meanwhile each network, and each provider's networks together, cause a few.
  const statuses: number[] = [];
  for (let at = 0; at < 6; at += 1)
    statuses.push((await signUp(`few-${at}@example.com`, `2a0c:0:1:${at}::1`)).status);
  expect(statuses).toEqual([201, 201, 201, 201, 201, 429]);
  const ofProvider = await Promise.all(
    Array.from({ length: 100 }, (_, at) => countUnverifiedMail(attempts, `2a0d:0:${at}::1`)),
  );
  expect(ofProvider.filter(({ ok }) => ok)).toHaveLength(50);
});

test('resets of unconfirmed accounts can use the reserve of their networks', async () => {
  const users = await Promise.all([1, 2].map(() => makeUser(under, { verified: false })));
  const attempts = attemptsOf();
  const flood = Array.from({ length: 3_000 }, (_, at) => `2a0a:0:${at % 50}:${at}::1`);
  await Promise.all(flood.map((address) => countUnverifiedMail(attempts, address)));
  const resetsOf = ({ email }: { readonly email: string }) =>
    under.jobs.emailsTo(email).filter(({ action }) => action?.url.includes('/reset-password/')).length;
  for (let at = 0; at < 3; at += 1)
    for (const { email } of users)
      await under.call(api.requestPasswordReset, { body: { email } }, {}, from('203.0.113.7'));
  await under.jobs.runPending();
  expect(users.map(resetsOf)).toEqual([3, 2]);
});
