import { createPrivateKey, randomUUID } from 'node:crypto';
import { newProofKey, signUsageReport } from '@comet/admission';
import { type UsageReport, usageSubject } from '@comet/contract';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { balanceOf } from '../../src/features/residential-data/balance.ts';
import { recordUsage } from '../../src/features/residential-data/record-usage.ts';
import { reserveQuota } from '../../src/features/residential-data/reserve-quota.ts';
import { applyReports } from '../../src/features/residential-data/usage-reports/apply-reports.ts';
import type { UsageMessage } from '../../src/features/residential-data/usage-reports/open-reports.ts';
import { type ApiUnderTest, makeGateway, startApi } from '../fixture/api-fixture.ts';
import { makeSpender, spendingDeps } from './data-fixture.ts';

interface Reporter {
  readonly id: string;
  readonly privateKey: string;
}

let under: ApiUnderTest;
let first: Reporter;
let second: Reporter;
beforeAll(async () => {
  under = await startApi();
  first = await makeReporter();
  second = await makeReporter();
});
afterAll(() => under.stop());

const deps = () => spendingDeps(under);

/** A gateway whose credential is bound to a key. */
async function makeReporter(): Promise<Reporter> {
  const { id } = await makeGateway(under);
  const { privateKey, publicKey } = newProofKey();
  const key = Buffer.from(publicKey, 'base64');
  await under.dependencies.db
    .updateTable('gateways')
    .set({ credentialKey: key })
    .where('id', '=', id)
    .execute();
  return { id, privateKey };
}

/** An account with an open lease on the gateway. */
async function makeLease(gateway: Reporter) {
  const { owner, quotaAccounts } = await makeSpender(under, [gateway], 1_000_000_000);
  const drawn = await reserveQuota(deps(), {
    ...{ gatewayId: gateway.id, quotaAccount: quotaAccounts[0] ?? '', request: randomUUID() },
  });
  if (!drawn.ok) throw new Error(drawn.error);
  const usedBytes = async () => (await balanceOf(under.dependencies.db, owner)).usedBytes;
  return { slice: drawn.value.slice, usedBytes };
}

const lease = (slice: string, usedBytes: number, done = false) => ({ slice, usedBytes, done });

function messageOf(
  { id, privateKey }: Reporter,
  leases: UsageReport['leases'],
  changed: Partial<UsageMessage> = {},
): UsageMessage {
  const report: UsageReport = { gateway: id, report: randomUUID(), leases };
  const data = Buffer.from(JSON.stringify(report));
  const signature = signUsageReport(createPrivateKey(privateKey), data);
  return { subject: usageSubject('leaf-ams', id), data, signature, ...changed };
}

const reasonsOf = async (messages: readonly UsageMessage[]) =>
  (await applyReports(deps(), messages)).map((outcome) =>
    outcome.kind === 'applied' ? 'applied' : outcome.reason,
  );

test('applies the good reports of a batch, and refuses each bad one with its reason', async () => {
  const [one, other] = [await makeLease(first), await makeLease(second)];
  const retired = await makeReporter();
  await sql`update gateways set retired_at = now() where id = ${retired.id}`.execute(under.dependencies.db);
  const messages = [
    messageOf(first, [lease(one.slice, 100)]),
    messageOf(first, [lease(one.slice, 900)], { data: Buffer.from('{"gateway":') }),
    // A report that another gateway's subject carries.
    messageOf(first, [lease(one.slice, 900)], { subject: usageSubject('hub', second.id) }),
    messageOf({ ...first, privateKey: second.privateKey }, [lease(one.slice, 900)]),
    messageOf(first, [lease(one.slice, 900)], { signature: '' }),
    messageOf(retired, [lease(one.slice, 900)]),
    messageOf(first, [lease(one.slice, -1)]),
    messageOf(second, [lease(other.slice, 7), lease(one.slice, 900)]),
  ];
  const outcomes = await applyReports(deps(), messages);
  expect(outcomes.map((outcome) => (outcome.kind === 'applied' ? 'applied' : outcome.reason))).toEqual([
    ...['applied', 'malformed', 'other_gateway', 'bad_signature', 'bad_signature', 'unknown_gateway'],
    ...['malformed', 'applied'],
  ]);
  // The lease of another gateway is unknown to this one.
  expect(outcomes.at(-1)).toMatchObject({ kind: 'applied', unknown: [one.slice] });
  expect([await one.usedBytes(), await other.usedBytes()]).toEqual([100, 7]);
});

test('a report that the database refuses is refused alone', async () => {
  const leases = await Promise.all(Array.from({ length: 4 }, () => makeLease(first)));
  const bad = leases[2]?.slice ?? '';
  await sql`alter table data_quota_leases add constraint refused_by_test check (id <> ${sql.lit(bad)} or used_bytes = 0)`.execute(
    under.dependencies.db,
  );
  try {
    const messages = leases.map(({ slice }) => messageOf(first, [lease(slice, 50)]));
    expect(await reasonsOf(messages)).toEqual(['applied', 'applied', 'invalid', 'applied']);
  } finally {
    await sql`alter table data_quota_leases drop constraint refused_by_test`.execute(under.dependencies.db);
  }
  expect(await Promise.all(leases.map(({ usedBytes }) => usedBytes()))).toEqual([50, 50, 0, 50]);
});

test('counts once what two consumers, both paths and repeated deliveries report at the same time', async () => {
  const leases = await Promise.all(Array.from({ length: 12 }, () => makeLease(first)));
  const others = await Promise.all(Array.from({ length: 12 }, () => makeLease(second)));
  const usesOf = (some: typeof leases, part: number) =>
    some.map(({ slice }, index) => lease(slice, 1_000 * part, part === 4 && index % 2 === 0));
  const messages = [1, 2, 3, 4].flatMap((part) => [
    messageOf(first, usesOf(leases, part)),
    messageOf(second, usesOf(others, part)),
  ]);
  const overHttp = [2, 4].flatMap((part) => [
    recordUsage(deps(), first.id, usesOf(leases, part)),
    recordUsage(deps(), second.id, usesOf(others, part)),
  ]);
  const consumed = [messages, messages.toReversed(), messages.slice(3)].map((batch) => reasonsOf(batch));
  for (const reasons of await Promise.all(consumed)) expect(new Set(reasons)).toEqual(new Set(['applied']));
  await Promise.all(overHttp);
  // As after a process that was killed between commit and acknowledgement.
  await reasonsOf(messages);
  for (const { usedBytes } of [...leases, ...others]) expect(await usedBytes()).toBe(4_000);
});

test('a report that was stored for long neither lowers a total nor reopens a settled lease', async () => {
  const one = await makeLease(first);
  const early = messageOf(first, [lease(one.slice, 300)]);
  await recordUsage(deps(), first.id, [lease(one.slice, 800, true)]);
  expect(await reasonsOf([early])).toEqual(['applied']);
  const { usedBytes, settledAt } = await under.dependencies.db
    .selectFrom('dataQuotaLeases')
    .select(['usedBytes', 'settledAt'])
    .where('id', '=', one.slice)
    .executeTakeFirstOrThrow();
  expect(usedBytes).toBe(800);
  expect(settledAt).not.toBeNull();
  expect(await one.usedBytes()).toBe(800);
});

test('accepts the key of a renewed credential before and after its first use', async () => {
  const gateway = await makeReporter();
  const one = await makeLease(gateway);
  const { privateKey, publicKey } = newProofKey();
  const renewed = { ...gateway, privateKey };
  const stored = messageOf(gateway, [lease(one.slice, 10)]);
  await sql`update gateways set next_credential_hash = decode(md5(random()::text), 'hex'),
    next_credential_key = ${Buffer.from(publicKey, 'base64')}, next_credential_expires_at = now() + interval '90 days'
    where id = ${gateway.id}`.execute(under.dependencies.db);
  expect(await reasonsOf([stored, messageOf(renewed, [lease(one.slice, 20)])])).toEqual([
    'applied',
    'applied',
  ]);
  expect(await one.usedBytes()).toBe(20);
});

test('divides a large batch into several transactions', async () => {
  const leases = await Promise.all(Array.from({ length: 3 }, () => makeLease(first)));
  const filler = () => Array.from({ length: 900 }, () => lease(randomUUID(), 1));
  const messages = leases.map(({ slice }) => messageOf(first, [lease(slice, 5), ...filler()]));
  const transaction = vi.spyOn(under.dependencies.db, 'transaction');
  const outcomes = await applyReports(deps(), messages);
  const transactions = transaction.mock.calls.length;
  transaction.mockRestore();
  expect(outcomes.map((outcome) => outcome.kind === 'applied' && outcome.unknown.length)).toEqual([
    900, 900, 900,
  ]);
  expect(transactions).toBe(2);
  for (const { usedBytes } of leases) expect(await usedBytes()).toBe(5);
});
