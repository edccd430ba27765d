import { createHash } from 'node:crypto';
import { SetDigest } from '@comet/admission';
import { grantLine, type Revocation, revocationLines } from '@comet/contract';
import { unixSeconds } from '@comet/foundation';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { feedChannel, revocationLifeSeconds } from '../../src/features/gateways/feed/change-feed.store.ts';
import { sweepGateways } from '../../src/features/gateways/index.ts';
import { addWireguardGrant, withdrawGrant } from '../../src/features/grants/index.ts';
import {
  type ApiUnderTest,
  makeGateway,
  makeUser,
  newWireguardKey,
  startApi,
} from '../fixture/api-fixture.ts';
import { heartbeatMs, type OpenStream, openStream, startReading } from './open-streams.ts';

let under: ApiUnderTest;
let userId: string;
let gatewayId: string;
beforeAll(async () => {
  under = await startApi();
  ({ id: userId } = await makeUser(under));
  ({ id: gatewayId } = await makeGateway(under));
});
afterAll(() => under.stop());

const deps = () => ({ ...under.dependencies, heartbeatMs });

/** Wakes all streams at one moment. */
const wakeAll = () => sql`select pg_notify(${feedChannel}, '')`.execute(under.dependencies.db);

const revoke = (slot: number | null) =>
  under.dependencies.db.transaction().execute((trx) => under.revoke(trx, { userId, slot }));

/** Advances the clock to the next heartbeat of every stream, and returns when each stream has sent it. */
async function nextHeartbeats(streams: readonly OpenStream[]): Promise<void> {
  const before = streams.map((stream) => stream.heartbeats().length);
  under.clock.advance(heartbeatMs);
  await wakeAll();
  await expect
    .poll(() => streams.every((stream, index) => stream.heartbeats().length > (before[index] ?? 0)))
    .toBe(true);
}

/** Computes the digest of revocations from the table. */
async function digestInTable(since: number): Promise<string> {
  const rows = await under.dependencies.db
    .selectFrom('gatewayChanges')
    .select(['sub', 'slot', 'notBefore'])
    .where('gatewayId', '=', gatewayId)
    .where('kind', '=', 'revoke')
    .execute();
  const revocations = rows.flatMap(({ sub, ...row }): Revocation[] =>
    sub === null ? [] : [{ sub, ...row }],
  );
  return createHash('sha256').update(revocationLines(revocations, since)).digest('base64url');
}

async function expectDigests(stream: OpenStream): Promise<void> {
  const beat = stream.heartbeats().at(-1);
  const since = unixSeconds(under.clock.now()) - revocationLifeSeconds;
  expect(beat?.since).toBe(since);
  expect(beat?.digest).toBe(await digestInTable(since));
  const held = createHash('sha256')
    .update(revocationLines(stream.held.revocations, since))
    .digest('base64url');
  expect(beat?.digest).toBe(held);
}

test('the digest of revocations is that of the table, also after expiry, deletion and a raised cursor', async () => {
  const { db } = under.dependencies;
  await revoke(1);
  const streams = [openStream(under, deps(), gatewayId)];
  await expect.poll(() => streams[0]?.heartbeats().length).toBe(1);
  const expectAll = async () => {
    await nextHeartbeats(streams);
    for (const stream of streams) await expectDigests(stream);
  };
  await expectAll();
  await revoke(2);
  await revoke(1);
  await expectAll();
  // The first ones expire before the later one.
  under.clock.advance(14 * 3600 * 1000);
  await revoke(3);
  await expectAll();
  under.clock.advance(13 * 3600 * 1000);
  await expectAll();
  await sweepGateways(under.dependencies);
  await revoke(2);
  await expectAll();
  const cursor = streams[0]?.heartbeats().at(-1)?.cursor ?? 0;
  const continued = openStream(under, deps(), gatewayId, cursor - 1);
  continued.held.revocations.push(...(streams[0]?.held.revocations ?? []));
  streams.push(continued);
  await expect.poll(() => streams[1]?.heartbeats().length).toBe(1);
  await revoke(4);
  await expectAll();
  // As after the restoration of a backup: a gateway has seen later changes, and each receives a snapshot.
  streams.push(openStream(under, deps(), gatewayId, cursor + 1_000));
  await expect.poll(() => streams[2]?.heartbeats().length).toBe(1);
  await revoke(5);
  await expectAll();
  expect(streams[2]?.messages.map(({ type }) => type)).toContain('snapshot');
  await db.deleteFrom('gatewayChanges').where('gatewayId', '=', gatewayId).execute();
  await Promise.all(streams.map((stream) => stream.close()));
});

test('heartbeats that are due together take two statements, and read no revocations', async () => {
  const reading = startReading(under);
  const { id: other } = await makeGateway(under);
  const streams = Array.from({ length: 20 }, (_, index) =>
    openStream(under, reading.deps, index % 2 === 0 ? gatewayId : other),
  );
  await expect.poll(() => streams.every((stream) => stream.heartbeats().length === 1)).toBe(true);
  await revoke(6);
  await expect.poll(() => streams.every((stream) => stream.slots().includes(6))).toBe(true);
  reading.statements.length = 0;
  await nextHeartbeats(streams);
  const names = reading.statements.map((text) => /^\/\* ([a-z-]+) \*\//.exec(text)?.[1]);
  expect(names).toHaveLength(2);
  expect(new Set(names)).toEqual(new Set(['feed-log', 'gateway-credentials-in-force']));
  expect(streams.map((stream) => stream.heartbeats().length)).toEqual(streams.map(() => 2));
  await Promise.all(streams.map((stream) => stream.close()));
  await reading.db.destroy();
});

test('the digest of grants is that of the grants held, after changes of grants by any stream of the gateway', async () => {
  const { db, keys } = under.dependencies;
  const granting = { clock: under.clock, subjects: keys.subjects };
  const stream = openStream(under, deps(), gatewayId);
  await expect.poll(() => stream.heartbeats().length).toBe(1);
  const grant = { kind: 'wireguard', publicKey: newWireguardKey() } as const;
  const added = await db
    .transaction()
    .execute((trx) => addWireguardGrant(granting, trx, { userId, gatewayId, grant }));
  await expect.poll(() => stream.held.grants.size).toBe(1);
  const late = openStream(under, deps(), gatewayId);
  await expect.poll(() => late.heartbeats().length).toBe(1);
  const expectHeld = async () => {
    under.clock.advance(60_000);
    await nextHeartbeats([stream, late]);
    for (const { held, heartbeats } of [stream, late])
      expect(heartbeats().at(-1)?.grants).toBe(
        new SetDigest([...held.grants.values()].map(grantLine)).value(),
      );
  };
  await expectHeld();
  const id = added.ok ? added.value.id : '';
  await db.transaction().execute((trx) => withdrawGrant(trx, id, under.clock.now()));
  await expect.poll(() => stream.held.grants.size + late.held.grants.size).toBe(0);
  await expectHeld();
  await Promise.all([stream.close(), late.close()]);
});
