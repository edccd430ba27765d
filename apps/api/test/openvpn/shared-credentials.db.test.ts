import {
  accountKeyOf,
  credentialRevocationKey,
  credentialVerifier,
  SetDigest,
  subjectWith,
  weekOf,
} from '@comet/admission';
import { grantLine } from '@comet/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { restoreAllOf } from '../../src/features/grants/index.ts';
import { shareCredentials } from '../../src/features/openvpn/index.ts';
import { createSealer } from '../../src/platform/keys/seal.ts';
import { deletionCalls } from '../accounts/deletion-calls.ts';
import { columnsContaining } from '../database/search-database.ts';
import { type ApiUnderTest, startApi, type TestGateway } from '../fixture/api-fixture.ts';
import { follow } from '../gateways/feed-follower.ts';
import { makePaidUser } from '../payments/paid-user.ts';
import { keyOf, openvpnCalls } from './openvpn-calls.ts';

/** OpenVPN credentials of all gateways: one row for any number of gateways. */

let under: ApiUnderTest;
let calls: ReturnType<typeof openvpnCalls>;
let gateways: TestGateway[];
beforeAll(async () => {
  under = await startApi();
  calls = openvpnCalls(under);
  gateways = [await calls.addGateway(), await calls.addGateway()];
});
afterAll(() => under.stop());

test('credentials and their deletion are one row and one change, whatever the number of gateways', async () => {
  for (const more of [0, 10]) {
    for (let count = 0; count < more; count += 1) gateways.push(await calls.addGateway());
    const user = await makePaidUser(under);
    const created = await calls.changesOf(() => calls.show(user));
    const pair = await calls.show(user);
    const rows = await calls.grantsOf(user);
    expect(rows).toMatchObject([
      { gatewayId: null, kind: 'credential', mac: credentialVerifier(keyOf(pair)), withdrawnAt: null },
    ]);
    const [{ id: grantId } = { id: '' }] = rows;
    expect(created).toMatchObject([{ gatewayId: null, kind: 'grant', grantId }]);
    const grant = { kind: 'credential', id: grantId, verifier: credentialVerifier(keyOf(pair)) };
    for (const gateway of gateways.slice(-2)) expect(await calls.heldAt(gateway)).toContainEqual(grant);
    const removed = await calls.changesOf(() => calls.remove(user));
    expect(removed).toMatchObject([{ gatewayId: null, kind: 'revoke_account', grantId }]);
    // Those of this and the previous week, and those of the credential and of devices' logins.
    expect(removed[0]?.accountKeys).toHaveLength(4);
    expect(removed[0]?.accountKeys).toContain(credentialRevocationKey(keyOf(pair), grantId));
    for (const gateway of gateways.slice(-2)) expect(await calls.heldAt(gateway)).not.toContainEqual(grant);
  }
});

test('a gateway that follows its feed applies creation, replacement and deletion, and has the digest of its heartbeats', async () => {
  const [gateway] = gateways;
  if (gateway === undefined) throw new Error('no gateway');
  let state = await follow(under, gateway);
  const next = async () => {
    state = await follow(under, { id: gateway.id, cursor: state.cursor, held: state.held });
    expect(state.digest).toBe(new SetDigest([...state.held.values()].map(grantLine)).value());
    return new Set(
      [...state.held.values()].flatMap((one) => (one.kind === 'credential' ? one.verifier : [])),
    );
  };
  const user = await makePaidUser(under);
  const first = await calls.show(user);
  expect(await next()).toContain(credentialVerifier(keyOf(first)));
  await calls.rotate(user, first);
  const verifier = credentialVerifier(keyOf(await calls.show(user)));
  const replaced = await next();
  expect(replaced).toContain(verifier);
  expect(replaced).not.toContain(credentialVerifier(keyOf(first)));
  await calls.remove(user);
  expect(await next()).not.toContain(verifier);
});

test('neither a key nor a subject of the credentials is in the database', async () => {
  const user = await makePaidUser(under);
  const pair = await calls.show(user);
  const key = keyOf(pair);
  const [{ id } = { id: '' }] = await calls.grantsOf(user);
  const revocationKey = credentialRevocationKey(key, id);
  const secrets = [pair.password, key, revocationKey, subjectWith(revocationKey, gateways[0]?.id ?? '')];
  for (const secret of secrets) expect(await columnsContaining(under.dependencies.db, secret)).toEqual([]);
});

test('a rotation replaces the row, and discloses the keys of the previous credentials only', async () => {
  const user = await makePaidUser(under);
  const first = await calls.show(user);
  const [{ id: earlier } = { id: '' }] = await calls.grantsOf(user);
  const changes = await calls.changesOf(() => calls.rotate(user, first));
  const second = await calls.show(user);
  const [row, ...others] = await calls.grantsOf(user);
  expect([row?.mac, others]).toEqual([credentialVerifier(keyOf(second)), []]);
  expect(changes).toMatchObject([
    { gatewayId: null, kind: 'revoke_account', grantId: earlier },
    { gatewayId: null, kind: 'grant', grantId: row?.id },
  ]);
  const [{ accountKeys } = { accountKeys: null }] = changes;
  expect(accountKeys).toContain(credentialRevocationKey(keyOf(first), earlier));
  // WireGuard sessions continue.
  const { subjects } = under.dependencies.keys;
  const week = weekOf(under.clock.now());
  for (const one of [week, week - 1]) expect(accountKeys).not.toContain(accountKeyOf(subjects, user.id, one));
  for (const id of [earlier, row?.id ?? ''])
    expect(accountKeys).not.toContain(credentialRevocationKey(keyOf(second), id));
});

test('credentials whose key cannot be decrypted are still replaced and withdrawn', async () => {
  const loseKey = async () => {
    const sealedKey = createSealer(Buffer.alloc(32, 9)).seal('a key');
    await under.dependencies.db
      .updateTable('gatewayGrants')
      .set({ sealedKey })
      .where('kind', '=', 'credential')
      .where('userId', '=', user.id)
      .execute();
  };
  const user = await makePaidUser(under);
  const pair = await calls.show(user);
  await loseKey();
  const [{ id: first } = { id: '' }] = await calls.grantsOf(user);
  const replaced = await calls.changesOf(() => calls.rotate(user, pair));
  expect(replaced).toMatchObject([{ kind: 'revoke_account', grantId: first }, { kind: 'grant' }]);
  await loseKey();
  const [{ id: second } = { id: '' }] = await calls.grantsOf(user);
  expect((await calls.remove(user)).status).toBe(200);
  expect(await calls.grantsOf(user)).toMatchObject([{ withdrawnAt: expect.any(Date) }]);
  for (const gateway of gateways.slice(-2))
    expect((await calls.heldAt(gateway)).map(({ id }) => id)).not.toContain(second);
});

test('with concurrent first reads, rotations and a deletion, one row remains, and it is not in force', async () => {
  for (let round = 0; round < 5; round += 1) {
    const user = await makePaidUser(under);
    const pairs = await Promise.all(Array.from({ length: 8 }, () => calls.show(user)));
    expect(new Set(pairs.map(({ username }) => username)).size).toBe(1);
    const [pair] = pairs;
    if (pair === undefined) throw new Error('no credentials');
    await Promise.all([...Array.from({ length: 4 }, () => calls.rotate(user, pair)), calls.remove(user)]);
    const rows = await calls.grantsOf(user);
    expect(rows.map(({ kind, withdrawnAt }) => [kind, withdrawnAt === null])).toEqual([
      ['credential', false],
    ]);
    const verifiers = new Set(rows.map(({ mac }) => mac));
    for (const grant of await calls.heldAt(gateways[0]!))
      if (grant.kind === 'credential') expect(verifiers).not.toContain(grant.verifier);
  }
});

test('restored credentials have another id, so that the disclosed key does not give their subjects', async () => {
  const user = await makePaidUser(under);
  const pair = await calls.show(user);
  const [before] = await calls.grantsOf(user);
  await calls.revokeAll(user);
  expect((await calls.grantsOf(user))[0]?.withdrawnAt).not.toBeNull();
  const changes = await calls.changesOf(() =>
    under.dependencies.db.transaction().execute((trx) => restoreAllOf(trx, user.id, under.clock.now())),
  );
  const [after] = await calls.grantsOf(user);
  expect(after).toEqual({ ...before, id: after?.id, withdrawnAt: null });
  expect(after?.id).not.toBe(before?.id);
  expect(changes).toMatchObject([{ gatewayId: null, kind: 'grant', grantId: after?.id }]);
  expect(await calls.show(user)).toEqual(pair);
  const removed = await calls.changesOf(() => calls.revokeAll(user));
  expect(removed[0]?.accountKeys).toContain(credentialRevocationKey(keyOf(pair), after?.id ?? ''));
});

test('credentials of the release before are shared once, in force only with access', async () => {
  const { db } = under.dependencies;
  const [paid, unpaid] = [await makePaidUser(under), await makePaidUser(under)];
  const pairs = [await calls.show(paid), await calls.show(unpaid)];
  const ids = [paid.id, unpaid.id];
  await db.deleteFrom('gatewayGrants').where('userId', 'in', ids).execute();
  await db
    .updateTable('openvpnCredentials')
    .set({ sharedUsername: null })
    .where('userId', 'in', ids)
    .execute();
  await db
    .updateTable('subscriptions')
    .set({ accessUntil: under.clock.now(), endedAt: under.clock.now() })
    .where('userId', '=', unpaid.id)
    .execute();
  const deps = calls.withSealer();
  // Not while an older release may run beside this one.
  const later = { ...deps.subjects, accountKeysFrom: 1e6 };
  expect(await shareCredentials({ ...deps, subjects: later })).toBe(0);
  const counts = await Promise.all([shareCredentials(deps), shareCredentials(deps)]);
  expect(Math.max(...counts)).toBe(2);
  expect(await shareCredentials(deps)).toBe(0);
  const rows = await Promise.all([calls.grantsOf(paid), calls.grantsOf(unpaid)]);
  expect(rows.map((found) => found.map(({ mac, withdrawnAt }) => [mac, withdrawnAt === null]))).toEqual(
    pairs.map((pair, at) => [[credentialVerifier(keyOf(pair)), at === 0]]),
  );
});

test('a pair that the release before replaced is shared in place of the earlier one, whose key is disclosed', async () => {
  const user = await makePaidUser(under);
  const pair = await calls.show(user);
  const [earlier] = await calls.grantsOf(user);
  const deps = calls.withSealer();
  const replaced = { username: 'another', password: 'word' };
  await deps.db
    .updateTable('openvpnCredentials')
    .set({ username: replaced.username, sealedPassword: deps.sealer.seal(replaced.password) })
    .where('userId', '=', user.id)
    .execute();
  const changes = await calls.changesOf(() => shareCredentials(deps));
  const rows = await calls.grantsOf(user);
  expect(rows).toMatchObject([{ mac: credentialVerifier(keyOf(replaced)), withdrawnAt: null }]);
  expect(changes).toMatchObject([
    { gatewayId: null, kind: 'revoke_account', grantId: earlier?.id },
    { gatewayId: null, kind: 'grant', grantId: rows[0]?.id },
  ]);
  expect(changes[0]?.accountKeys).toContain(credentialRevocationKey(keyOf(pair), earlier?.id ?? ''));
});

test('the purge of an account withdraws credentials that its deletion did not', async () => {
  const user = await makePaidUser(under);
  await calls.show(user);
  const [grant] = await calls.grantsOf(user);
  await under.dependencies.db
    .updateTable('users')
    .set({ deletedAt: under.clock.now() })
    .where('id', '=', user.id)
    .execute();
  under.clock.advance(6 * 24 * 3_600_000);
  const changes = await calls.changesOf(() => deletionCalls(under).purge());
  expect(changes).toMatchObject([{ kind: 'revoke_account', grantId: grant?.id }]);
  expect(await calls.grantsOf(user)).toEqual([]);
});
