import { createHash } from 'node:crypto';
import { SetDigest, subjectOf, subjectWith, weekOf } from '@comet/admission';
import {
  accountRevocationLine,
  api,
  type FeedMessage,
  type Revocation,
  revocationLines,
} from '@comet/contract';
import { unixSeconds } from '@comet/foundation';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { createRevoke, pruneChanges, revokeSubject } from '../../src/features/gateways/index.ts';
import {
  type ApiUnderTest,
  makeGateway,
  makeUser,
  startApi,
  type TestGateway,
} from '../fixture/api-fixture.ts';
import { password } from '../accounts/deletion-calls.ts';
import { readChunks, stateOf } from './chunk-reader.ts';
import { heartbeatMs, type OpenStream, openStream, startReading } from './open-streams.ts';

let under: ApiUnderTest;
let gateways: readonly TestGateway[];
beforeAll(async () => {
  under = await startApi();
  gateways = [await makeGateway(under), await makeGateway(under, 'jp-tyo')];
});
afterAll(() => under.stop());
beforeEach(() => under.dependencies.db.deleteFrom('gatewayChanges').execute());

const deps = () => ({ ...under.dependencies, heartbeatMs });

const revoke = (userId: string, slot: number | null = null) =>
  under.dependencies.db.transaction().execute((trx) => under.revoke(trx, { userId, slot }));

const subjectAt = (gatewayId: string, userId: string) =>
  subjectOf(under.dependencies.keys.subjects, userId, gatewayId, weekOf(under.clock.now()));

const changes = () =>
  under.dependencies.db
    .selectFrom('gatewayChanges')
    .select(['gatewayId', 'kind', 'accountKeys'])
    .orderBy('id')
    .execute();

/** All revocations that a gateway has, with those of accounts as their subjects there. */
const heldBy = (gatewayId: string, { held }: OpenStream): Revocation[] => [
  ...held.revocations,
  ...held.accounts.flatMap(({ keys, notBefore }) =>
    keys.map((key) => ({ sub: subjectWith(key, gatewayId), slot: null, notBefore })),
  ),
];

const covers = (revocations: readonly Revocation[], sub: string, issuedAt: number) =>
  revocations.some((one) => one.sub === sub && one.slot === null && issuedAt < one.notBefore);

/** Waits for another heartbeat of each stream and compares its digests with what the stream received. */
async function expectDigests(streams: readonly OpenStream[]): Promise<void> {
  const before = streams.map((stream) => stream.heartbeats().length);
  under.clock.advance(heartbeatMs);
  await revoke((await makeUser(under)).id);
  await expect
    .poll(() => streams.every((stream, index) => stream.heartbeats().length > (before[index] ?? 0)))
    .toBe(true);
  for (const { heartbeats, held } of streams) {
    const beat = heartbeats().at(-1);
    const since = beat?.since ?? 0;
    const lines = revocationLines(held.revocations, since);
    expect(beat?.digest).toBe(createHash('sha256').update(lines).digest('base64url'));
    if (beat?.accounts === undefined) continue;
    const kept = held.accounts.filter(({ change, notBefore }) => notBefore >= since && change <= beat.cursor);
    expect(beat.accounts).toBe(new SetDigest(kept.map(accountRevocationLine)).value());
  }
}

test('revoking an account is one change for any number of gateways, and discloses only keys of this and the previous week', async () => {
  const [one, other] = [await makeUser(under), await makeUser(under)];
  await revoke(one.id);
  const rows = await changes();
  expect(rows).toMatchObject([{ gatewayId: null, kind: 'revoke_account' }]);
  const keys = rows[0]?.accountKeys ?? [];
  expect(keys).toHaveLength(2);
  const week = weekOf(under.clock.now());
  const { subjects } = under.dependencies.keys;
  for (const { id } of gateways) {
    const derived = keys.map((key) => subjectWith(key, id));
    expect(new Set(derived)).toEqual(
      new Set([week, week - 1].map((of) => subjectOf(subjects, one.id, id, of))),
    );
    for (const of of [week - 2, week, week + 1])
      expect(derived).not.toContain(subjectOf(subjects, other.id, id, of));
  }
  // A device's revocation discloses nothing.
  await revoke(other.id, 3);
  expect((await changes()).slice(1).map(({ accountKeys }) => accountKeys)).toEqual(
    Array.from({ length: 2 * gateways.length }, () => null),
  );
});

test('twenty concurrent deletions reach every gateway, also of the release before, a late one and one that continues', async () => {
  const users = await Promise.all(Array.from({ length: 20 }, () => makeUser(under)));
  const issuedAt = unixSeconds(under.clock.now());
  const follow = (index: number, cursor = 0, takesAccounts = true) =>
    openStream(under, deps(), gateways[index]?.id ?? '', cursor, takesAccounts);
  const early = [follow(0), follow(1), follow(0, 0, false), follow(1, 0, false)];
  await expect.poll(() => early.every((stream) => stream.heartbeats().length === 1)).toBe(true);
  const cursor = early[0]?.heartbeats().at(-1)?.cursor ?? 0;
  const subjects = gateways.map(({ id }) => users.map((user) => subjectAt(id, user.id)));
  const replies = await Promise.all(
    users.map((user) => under.call(api.deleteAccount, { body: { password } }, user)),
  );
  expect(replies.map(({ status }) => status)).toEqual(users.map(() => 200));
  expect((await changes()).map(({ kind }) => kind)).toEqual(users.map(() => 'revoke_account'));
  // One starts from nothing, one continues at an earlier cursor, in a process that has read nothing yet.
  const reading = startReading(under);
  const late = [true, false].flatMap((takesAccounts) => [
    openStream(under, reading.deps, gateways[0]?.id ?? '', 0, takesAccounts),
    openStream(under, reading.deps, gateways[1]?.id ?? '', cursor, takesAccounts),
  ]);
  const streams = [...early, ...late];
  const isCovered = (stream: OpenStream, index: number) =>
    subjects[index % 2]?.every((sub) => covers(heldBy(gateways[index % 2]?.id ?? '', stream), sub, issuedAt));
  await expect.poll(() => streams.map(isCovered)).toEqual(streams.map(() => true));
  // The first heartbeat of a stream may precede the revocations.
  await expect.poll(() => streams.every((stream) => stream.heartbeats().length > 0)).toBe(true);
  // An older gateway receives no message that it cannot read.
  for (const stream of [early[2], early[3], late[2], late[3]]) {
    expect(stream?.held.accounts).toEqual([]);
    expect(stream?.heartbeats().every(({ accounts }) => accounts === undefined)).toBe(true);
  }
  await expectDigests(streams);
  under.clock.advance(26 * 3_600_000);
  await pruneChanges(under.dependencies.db, under.clock.now());
  await expectDigests(streams);
  await Promise.all(streams.map((stream) => stream.close()));
  expect(reading.failures).toEqual([]);
  await reading.db.destroy();
});

test('one signed line and one read serve all gateways', async () => {
  const reading = startReading(under);
  const streams = Array.from({ length: 10 }, (_, index) =>
    openStream(under, reading.deps, gateways[index % 2]?.id ?? ''),
  );
  await expect.poll(() => streams.every((stream) => stream.heartbeats().length === 1)).toBe(true);
  const cursor = streams[0]?.heartbeats()[0]?.cursor ?? 0;
  const isLast = ({ type }: FeedMessage) => type === 'revoke_account';
  const chunked = gateways.map(({ id: gatewayId }) =>
    readChunks(under, reading.deps, { gatewayId, cursor }, isLast),
  );
  reading.statements.length = 0;
  await revoke((await makeUser(under)).id);
  await expect.poll(() => streams.every(({ held }) => held.accounts.length === 1)).toBe(true);
  expect(new Set(streams.map(({ messages }) => JSON.stringify(messages.at(-1)))).size).toBe(1);
  const received = await Promise.all(chunked);
  // The same object: it was encoded and signed once.
  expect(received[1]?.lines.at(-1)).toBe(received[0]?.lines.at(-1));
  expect(received[0]?.messages.at(-1)).toMatchObject({ type: 'revoke_account', gateway: '*' });
  expect(reading.statements.filter((text) => text.includes('"account_keys"'))).toEqual([]);
  await Promise.all(streams.map((stream) => stream.close()));
  await reading.db.destroy();
});

test('a snapshot in chunks has the revocations before and after its shared part, and the line of one names the broadcast before it', async () => {
  const reading = startReading(under);
  const gatewayId = gateways[0]?.id ?? '';
  const accountsOf = (state: ReturnType<typeof stateOf>) => state.accounts.map(({ change }) => change);
  const ids = async () =>
    (await under.dependencies.db.selectFrom('gatewayChanges').select('id').orderBy('id').execute()).map(
      ({ id }) => id,
    );
  await revoke((await makeUser(under)).id);
  const first = await readChunks(under, reading.deps, { gatewayId });
  expect(accountsOf(stateOf(first))).toEqual(await ids());
  // The shared part is kept, so that the second one is in the gateway's own part.
  await revoke((await makeUser(under)).id);
  const second = await readChunks(under, reading.deps, { gatewayId });
  const state = stateOf(second);
  expect(accountsOf(state)).toEqual(await ids());
  const beat = second.messages.at(-1);
  expect(beat).toMatchObject({
    type: 'heartbeat',
    accounts: new SetDigest(state.accounts.map(accountRevocationLine)).value(),
  });
  const { id: userId } = await makeUser(under);
  const now = under.clock.now();
  await under.dependencies.db.transaction().execute((trx) => revokeSubject(trx, 'x'.repeat(22), now));
  await revoke(userId);
  const from = { gatewayId, cursor: state.cursor };
  const isLast = ({ type }: FeedMessage) => type === 'revoke_account';
  const { messages } = await readChunks(under, reading.deps, from, isLast);
  const [one, other, before, last] = await ids();
  expect(messages.slice(-2)).toMatchObject([
    { type: 'revoke', cursor: before, previous: other },
    { type: 'revoke_account', cursor: last, previous: before },
  ]);
  expect(one).toBeLessThan(other ?? 0);
  await reading.db.destroy();
});

test('until the week from which subjects have account keys, revocations are one change for each gateway', async () => {
  const { id: userId } = await makeUser(under);
  const { secret } = under.dependencies.keys.subjects;
  const week = weekOf(under.clock.now());
  const kindsFrom = async (accountKeysFrom: number) => {
    await under.dependencies.db.deleteFrom('gatewayChanges').execute();
    const subjects = { secret, accountKeysFrom };
    const revokeAll = createRevoke({ clock: under.clock, subjects });
    await under.dependencies.db.transaction().execute((trx) => revokeAll(trx, { userId, slot: null }));
    const rows = await under.dependencies.db.selectFrom('gatewayChanges').selectAll().execute();
    const isRevoked = gateways.map(({ id }) => {
      const sub = subjectOf(subjects, userId, id, week);
      return rows.some(
        (row) =>
          (row.gatewayId === id && row.sub === sub) ||
          row.accountKeys?.some((key) => subjectWith(key, id) === sub),
      );
    });
    expect(isRevoked).toEqual(gateways.map(() => true));
    return rows.map(({ kind }) => kind);
  };
  // The clock is more than 26 hours after the start of its week, so that tickets of the previous one have expired.
  expect(await kindsFrom(week + 1)).toEqual(gateways.map(() => 'revoke'));
  expect(await kindsFrom(week)).toEqual(['revoke_account']);
});
