import { randomUUID } from 'node:crypto';
import { api } from '@comet/contract';
import { sql } from 'kysely';
import type { ApiUnderTest, TestUser } from '../fixture/api-fixture.ts';
import { deliver, makePaidUser } from '../payments/paid-user.ts';

const password = 'correct horse battery staple';

/** A customer with rows in every table that refers to users. */
export async function makePopulatedCustomer(under: ApiUnderTest) {
  const user = await makePaidUser(under);
  await under.call(api.addDevice, { body: { name: `Laptop of ${user.email}`, platform: 'linux' } }, user);
  await under.call(api.createOrder, { body: { kind: 'subscription', planId: '1-month' } }, user, {
    'idempotency-key': randomUUID(),
  });
  await under.call(api.logIn, { body: { email: user.email, password } }, { deviceId: randomUUID() });
  const authorization = await under.call(api.startDeviceAuthorization, {
    body: { deviceName: 'Phone', platform: 'android' },
  });
  const { user_code: userCode } = authorization.json as { user_code: string };
  await under.call(api.decideQuickLogin, { body: { userCode, approve: true } }, user);
  // Notifications about the customer without one of our orders.
  const about = { data: { id: `ctm_${user.email}`, email: user.email }, occurred_at: '2026-11-21T12:00:00Z' };
  await deliver(under, { ...about, event_id: `evt_${randomUUID()}`, event_type: 'customer.updated' });
  const { db } = under.dependencies;
  const now = under.clock.now();
  const signIn = {
    provider: 'google',
    issuer: 'https://google.example',
    subject: user.id,
    email: user.email,
  } as const;
  await db
    .insertInto('identities')
    .values({ ...signIn, userId: user.id, createdAt: now, lastUsedAt: now })
    .execute();
  await sql`
    insert into passkeys (user_id, credential_id, public_key, counter, transports, is_backup_eligible, is_backed_up, name, created_at)
    values (${user.id}, ${Buffer.from(user.id)}, '', 0, array[${user.email}], false, false, ${user.email}, ${now})`.execute(
    db,
  );
  await db
    .insertInto('trustedDevices')
    .values({ userId: user.id, deviceHash: Buffer.from(user.id), trustedUntil: now })
    .execute();
  await db
    .insertInto('formerPasswords')
    .values({ userId: user.id, passwordHash: user.email, replacedAt: now })
    .execute();
  await under.dependencies.db
    .insertInto('emailLinks')
    .values({
      userId: user.id,
      purpose: 'verify',
      details: JSON.stringify({ email: user.email }),
      tokenHash: Buffer.from(user.email),
      createdAt: under.clock.now(),
      expiresAt: under.clock.now(),
      usedAt: null,
    })
    .execute();
  const atProvider = { provider: 'facebook', issuer: 'https://facebook.example', email: user.email } as const;
  await under.dependencies.db
    .insertInto('identities')
    .values({
      ...atProvider,
      userId: user.id,
      subject: user.id,
      createdAt: under.clock.now(),
      lastUsedAt: under.clock.now(),
    })
    .execute();
  await under.dependencies.db
    .insertInto('pendingIdentities')
    .values({
      ...atProvider,
      userId: user.id,
      subject: `another of ${user.id}`,
      reason: 'email_unverified',
      tokenHash: Buffer.from(user.id),
      deviceId: user.deviceId,
      redirect: null,
      opener: 'dashboard',
      expiresAt: under.clock.now(),
      usedAt: null,
    })
    .execute();
  await useProxy(under, user);
  return user;
}

/** A user of the proxy that has drawn traffic and used some of it. */
async function useProxy(under: ApiUnderTest, user: TestUser): Promise<void> {
  const added = await under.call(api.addProxyUser, { body: { name: user.email, limitBytes: null } }, user);
  const { id: proxyUserId } = (added.json as { user: { id: string } }).user;
  const { db } = under.dependencies;
  const quotaAccount = await db
    .selectFrom('dataQuotaAccounts')
    .select('id')
    .where('proxyUserId', '=', proxyUserId)
    .executeTakeFirstOrThrow();
  const reportedAt = under.clock.now();
  await db
    .insertInto('dataQuotaLeases')
    .values({ quotaAccountId: quotaAccount.id, request: randomUUID(), bytes: 2, usedBytes: 1, reportedAt })
    .execute();
  const used = { userId: user.id, product: 'residential_proxy', proxyUserId, bytes: 1 } as const;
  await db
    .insertInto('dataUsageDays')
    .values({ ...used, day: '2026-11-21' })
    .execute();
}
