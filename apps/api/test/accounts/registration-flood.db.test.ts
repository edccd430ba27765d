import { randomUUID } from 'node:crypto';
import { ok } from '@comet/foundation';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { attemptPassword } from '../../src/features/users/passwords/password-attempt.ts';
import { createPasswords } from '../../src/features/users/index.ts';
import { signUp } from '../../src/features/users/registration/sign-up.route.ts';
import { createAttempts } from '../../src/platform/http/authentication/attempts.ts';
import { createSealer } from '../../src/platform/keys/seal.ts';
import { createOutbox } from '../../src/platform/mail/outbox.ts';
import { type ApiUnderTest, makeUser, startApi } from '../fixture/api-fixture.ts';

let under: ApiUnderTest;
beforeAll(async () => {
  under = await startApi();
});
afterAll(() => under.stop());

test('in a flood, registrations use at most half of the hashing queue', async () => {
  const { db, clock, keys, jobs, settings, quick } = under.dependencies;
  const attempts = createAttempts({ quick, clock, secret: keys.buckets });
  const outbox = createOutbox(jobs, createSealer(keys.seal));
  const deps = {
    db,
    clock,
    outbox,
    attempts,
    dashboardUrl: settings.dashboardUrl,
    passwords: createPasswords(keys.pepper),
  };
  const client = { name: 'Firefox', platform: 'linux' } as const;
  const newcomer = {
    email: 'newcomer@example.com',
    password: 'correct horse battery',
    deviceId: null,
    address: '203.0.113.8',
    client,
  };
  const { promise: flood, resolve: ebb } = Promise.withResolvers<undefined>();
  const spent = Array.from({ length: 100 }, () => attempts.spend(() => flood));
  expect(await signUp(deps, newcomer)).toEqual({
    ok: false,
    error: { code: 'too_many_requests', retryAfter: 5 },
  });
  const owner = await makeUser(under);
  const by = { email: owner.email, address: '203.0.113.9', deviceId: randomUUID() };
  expect(await attemptPassword(deps, by, () => Promise.resolve(ok('in')))).toEqual(ok('in'));
  ebb(undefined);
  await Promise.all(spent);
  expect(await signUp(deps, newcomer)).toMatchObject({ ok: true });
});
