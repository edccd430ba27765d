import { createPrivateKey } from 'node:crypto';
import { newProofKey, signDpop } from '@comet/admission';
import { api, type Endpoint, exitConsentVersion, type RequestOf } from '@comet/contract';
import { unixSeconds } from '@comet/foundation';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { sweepExits } from '../../src/features/exits/index.ts';
import { type ApiUnderTest, makeGateway, newWireguardKey, startApi } from '../fixture/api-fixture.ts';
import { exitsOps, makeExit, reportExits } from './exits-fixture.ts';
import { metricOf } from '../http/metric-of.ts';
import { codeOf } from '../payments/outcome.ts';

let under: ApiUnderTest;
beforeAll(async () => {
  under = await startApi();
  await reportExits(under, await makeGateway(under, 'us-nyc'), []);
});
afterAll(() => under.stop());

const dayMs = 24 * 3_600_000;

interface Bound {
  readonly id: string;
  readonly token: string;
  /** PKCS#8 as PEM. */
  readonly key: string;
}

async function joinBound(): Promise<Bound> {
  const { privateKey, publicKey: proofKey } = newProofKey();
  const token = await exitsOps(under, 'invite', 'us-nyc');
  const consent = { version: exitConsentVersion, name: 'Ada Lovelace' };
  const body = { token, wireguardPublicKey: newWireguardKey(), proofKey, consent };
  const { exit_id: id, credential } = (await under.call(api.enrolExit, { body })).json as {
    exit_id: string;
    credential: string;
  };
  return { id, token: credential, key: privateKey };
}

type Presented = Pick<Bound, 'token' | 'key'>;

const proofOf = (
  { key, token }: Presented,
  endpoint: Endpoint,
  bent: { readonly path?: string; readonly method?: string; readonly seconds?: number } = {},
) => {
  const { method, path } = { method: endpoint.method, path: endpoint.path, ...bent };
  const at = unixSeconds(under.clock.now()) + (bent.seconds ?? 0);
  return signDpop(createPrivateKey(key), { method, path, token }, at);
};

const call = <E extends Endpoint>(
  endpoint: E,
  request: RequestOf<E>,
  exit: Presented,
  headers: Readonly<Record<string, string>> = { dpop: proofOf(exit, endpoint) },
) => under.call(endpoint, request, { token: exit.token }, headers);

const statusOf = async (exit: Presented, headers?: Readonly<Record<string, string>>) =>
  (await call(api.showExit, {}, exit, headers)).status;

async function renew(exit: Bound, headers?: Readonly<Record<string, string>>): Promise<Bound> {
  const { privateKey: key, publicKey: proofKey } = newProofKey();
  const renewed = await call(api.renewExitCredential, { body: { proofKey } }, exit, headers);
  expect(renewed.status).toBe(201);
  return { id: exit.id, token: (renewed.json as { credential: string }).credential, key };
}

const listed = async (id: string) =>
  (await exitsOps(under, 'list')).split('\n').find((line) => line.startsWith(id)) ?? '';

const alerts = (reason: string) =>
  metricOf(under, `comet_api_exit_credential_alerts_total{reason="${reason}"}`);

test('refuses an exit’s credential without a proof for its state, a ticket, a change and its withdrawal', async () => {
  const exit = await joinBound();
  expect(await statusOf(exit, {})).toBe(401);
  expect((await call(api.issueExitTicket, {}, exit, {})).status).toBe(401);
  expect((await call(api.changeExit, { body: { paused: true } }, exit, {})).status).toBe(401);
  expect((await call(api.withdrawExit, {}, exit, {})).status).toBe(401);
  expect(await statusOf(exit)).toBe(200);
  expect((await call(api.issueExitTicket, {}, exit)).status).toBe(201);
});

test.each([
  ['of another key', (one: Bound) => proofOf({ ...one, key: newProofKey().privateKey }, api.showExit)],
  ['for another path', (one: Bound) => proofOf(one, api.showExit, { path: api.issueExitTicket.path })],
  ['for another method', (one: Bound) => proofOf(one, api.showExit, { method: 'DELETE' })],
  ['for another credential', (one: Bound) => proofOf({ ...one, token: 'another' }, api.showExit)],
  ['from three minutes ago', (one: Bound) => proofOf(one, api.showExit, { seconds: -180 })],
  ['dated three minutes ahead', (one: Bound) => proofOf(one, api.showExit, { seconds: 180 })],
])('refuses a proof %s for an exit', async (_, make) => {
  const exit = await joinBound();
  expect(await statusOf(exit, { dpop: make(exit) })).toBe(401);
  expect(await statusOf(exit)).toBe(200);
});

test('accepts a proof of an exit once, also with concurrent requests', async () => {
  const exit = await joinBound();
  const dpop = proofOf(exit, api.showExit);
  const statuses = await Promise.all(Array.from({ length: 8 }, () => statusOf(exit, { dpop })));
  expect(statuses.filter((status) => status === 200)).toHaveLength(1);
  // After the deletion of its record, the proof is expired.
  under.clock.advance(241_000);
  await sweepExits(under.dependencies);
  expect(await statusOf(exit, { dpop })).toBe(401);
});

test('a lost renewal response does not lock an exit out: the previous credential is valid until the new one is used', async () => {
  const first = await joinBound();
  const lost = await renew(first);
  const second = await renew(first);
  expect(await statusOf(lost)).toBe(401);
  expect(await statusOf(first)).toBe(200);
  expect(await Promise.all(Array.from({ length: 4 }, () => statusOf(second)))).toEqual([200, 200, 200, 200]);
  expect(await statusOf(first)).toBe(401);
  expect(await statusOf({ ...second, key: first.key })).toBe(401);
});

test('a bound credential of an exit expires after ninety days unless it is renewed', async () => {
  const [silent, kept] = [await joinBound(), await joinBound()];
  under.clock.advance(60 * dayMs);
  const renewed = await renew(kept);
  expect(await statusOf(renewed)).toBe(200);
  under.clock.advance(30 * dayMs);
  const expired = await alerts('expired');
  expect(await statusOf(silent)).toBe(401);
  expect(await alerts('expired')).toBe(expired + 1);
  expect(await statusOf(renewed)).toBe(200);
});

test('an exit enrolled before proofs existed continues, is listed as unbound, and is bound by its renewal', async () => {
  const old = await makeExit(under);
  const bearer = { ...old, key: newProofKey().privateKey };
  expect(await statusOf(bearer, {})).toBe(200);
  expect(await listed(old.id)).toContain('unbound');
  const bound = await renew(bearer, {});
  expect(await statusOf(bearer, {})).toBe(200);
  expect(await statusOf(bound, {})).toBe(401);
  expect(await statusOf(bound)).toBe(200);
  expect(await statusOf(bearer, {})).toBe(401);
  expect(await listed(old.id)).not.toContain('unbound');
});

test('refuses a key that is not a point of P-256, at enrolment and renewal, without using up the invitation', async () => {
  const outside = `MFkwEwYHKoZIzj0CAQYIKoZIzj0DAQcDQgAE${'A'.repeat(86)}==`;
  const token = await exitsOps(under, 'invite', 'us-nyc');
  const consent = { version: exitConsentVersion, name: 'Ada Lovelace' };
  const body = { token, wireguardPublicKey: newWireguardKey(), consent };
  const refused = await under.call(api.enrolExit, { body: { ...body, proofKey: outside } });
  expect(codeOf(refused.json)).toBe('proof_key_invalid');
  expect((await under.call(api.enrolExit, { body })).status).toBe(201);
  const exit = await joinBound();
  const renewed = await call(api.renewExitCredential, { body: { proofKey: outside } }, exit);
  expect(codeOf(renewed.json)).toBe('proof_key_invalid');
});

test('a new address of a line is normal; two alternating ones are counted, logged and listed, for each family separately', async () => {
  const exit = await joinBound();
  const callFrom = (source: string) =>
    statusOf(exit, { dpop: proofOf(exit, api.showExit), 'x-forwarded-for': source });
  const before = await alerts('two_addresses');
  const use = async (...sources: string[]) => {
    for (const source of sources) {
      under.clock.advance(60_000);
      expect(await callFrom(source)).toBe(200);
    }
    return (await alerts('two_addresses')) - before;
  };
  expect(await use('198.51.100.1', '2001:db8:1::1', '198.51.100.1', '2001:db8:1::2')).toBe(0);
  expect(await use('198.51.100.2', '198.51.100.2')).toBe(0);
  expect(await use('198.51.100.1')).toBe(1);
  expect(await listed(exit.id)).toContain('198.51.100.2, 198.51.100.1');
  // After a day, no addresses are left to compare or list.
  under.clock.advance(dayMs + 1);
  await sweepExits(under.dependencies);
  expect(await listed(exit.id)).not.toContain('198.51.100');
  expect(await use('198.51.100.2')).toBe(1);
});

test('records an unchanged address of an exit once an hour, and accepts calls while the disk is full', async () => {
  const exit = await makeExit(under);
  const { db } = under.dependencies;
  const statusFrom = async (address: string) =>
    (await under.call(api.showExit, {}, exit, { 'x-forwarded-for': address })).status;
  const versions = async () =>
    (
      await sql<{ version: string }>`
        select xmin::text || ' ' || ctid::text as version from exit_addresses
        where exit_id = ${exit.id} order by address`.execute(db)
    ).rows.map(({ version }) => version);
  expect(await statusFrom('198.51.100.60')).toBe(200);
  const first = await versions();
  for (let at = 0; at < 5; at += 1) {
    under.clock.advance(60_000);
    expect(await statusFrom('198.51.100.60')).toBe(200);
  }
  expect(await versions()).toEqual(first);
  under.clock.advance(3_600_000);
  expect(await statusFrom('198.51.100.60')).toBe(200);
  expect(await versions()).not.toEqual(first);
  await sql`create function refuse_to_write() returns trigger language plpgsql as $$
    begin raise exception 'could not extend file: No space left on device' using errcode = '53100'; end $$`.execute(
    db,
  );
  await sql`create trigger full_disk before insert or update on exit_addresses
    for each row execute function refuse_to_write()`.execute(db);
  expect(await statusFrom('198.51.100.61')).toBe(200);
  await sql`drop function refuse_to_write() cascade`.execute(db);
});

test('counts uses without a proof', async () => {
  const exit = await joinBound();
  const before = await alerts('proof_missing');
  await statusOf(exit, {});
  expect(await alerts('proof_missing')).toBe(before + 1);
});

test('an operator removes an exit, effective at once and with an audit entry', async () => {
  const exit = await joinBound();
  await statusOf(exit);
  await exitsOps(under, 'remove', exit.id);
  expect(await statusOf(exit)).toBe(401);
  expect(await listed(exit.id)).toBe('');
  await expect(exitsOps(under, 'remove', exit.id)).rejects.toThrow('There is no exit');
  const { db } = under.dependencies;
  expect(await db.selectFrom('exitAddresses').selectAll().where('exitId', '=', exit.id).execute()).toEqual(
    [],
  );
  const trail = await db
    .selectFrom('operatorActions')
    .select('action')
    .orderBy('id', 'desc')
    .executeTakeFirst();
  expect(trail).toEqual({ action: 'remove_exit' });
});
