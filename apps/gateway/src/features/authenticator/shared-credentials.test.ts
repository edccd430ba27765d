import {
  credentialKey,
  credentialRevocationKey,
  credentialVerifier,
  issueDeviceLogin,
  subjectWith,
} from '@comet/admission';
import { expect, test } from 'vitest';
import { CredentialTable } from './credential-table.ts';
import { OpenvpnSessionManager } from './openvpn-session-manager.ts';

/** Credentials of all gateways, and logins of devices without a grant. */

const day = 24 * 3600;
const now = 20_000 * day;
const ada = { username: 'ada', password: 'word' };
const grant = '3f1b7c52-9a4e-4c1d-8a55-0d6e2f7b9c10';
const key = credentialKey(ada.username, ada.password);
const shared = { id: grant, verifier: credentialVerifier(key) };
const subAt = (gateway: string, id = grant) => subjectWith(credentialRevocationKey(key, id), gateway);

function opened(gateway = 'g1', credentials: readonly (typeof shared)[] = [shared]) {
  const pepper = Buffer.alloc(32, gateway.length);
  const table = new CredentialTable();
  const update = {
    ...{ gateway, pepper: pepper.toString('base64url'), until: now + 3 * day },
    ...{ credentials: [...credentials], revocations: [] },
  };
  table.replace(update, now);
  const manager = new OpenvpnSessionManager(table);
  const login = (cid: number, pair: typeof ada, at = now) =>
    manager.login('udp', { cid, kid: 1, ...pair }, at).line;
  const ended = (at = now) => manager.evict(at).map(({ line }) => line);
  return { table, update, login, ended, pepper };
}

test('one credential is valid at every gateway, under a pseudonym of each', () => {
  const found = ['g1', 'g22'].map((gateway) => opened(gateway).table.find(ada.username, ada.password, now));
  expect(found).toEqual(
    ['g1', 'g22'].map((gateway) => ({ id: null, sub: subAt(gateway), device: null, verifiedAt: now })),
  );
  expect(found[0]?.sub).not.toBe(found[1]?.sub);
  const { table } = opened();
  expect(table.find(ada.username, 'wrong', now)).toBeNull();
  expect(table.find(shared.verifier, '', now)).toBeNull();
});

test('a withdrawal with its key ends the sessions of the credential, whatever the clocks', () => {
  const { table, login, ended } = opened();
  expect(login(0, ada, now + 100)).toBe('client-auth-nt 0 1');
  table.withdraw(grant);
  // The session does not contain the id: the key ends it.
  expect(ended()).toEqual([]);
  expect(login(1, ada)).toMatch(/^client-deny/);
  table.revoke({ sub: subAt('g22'), slot: null, notBefore: now });
  expect(ended()).toEqual([]);
  table.revoke({ sub: subAt('g1'), slot: null, notBefore: now });
  expect(ended()).toEqual(['client-kill 0 HALT']);
});

test('a session ends at the renewal of its key if only the withdrawal arrived', () => {
  const { table, login } = opened();
  login(0, ada);
  table.withdraw(grant);
  expect(login(0, ada)).toBe('client-kill 0 HALT');
});

test('a restored credential has another id and pseudonym, to which the earlier revocation does not apply', () => {
  const { table, login, ended } = opened();
  const restored = { ...shared, id: '00000000-0000-4000-8000-000000000001' };
  table.withdraw(grant);
  table.revoke({ sub: subAt('g1'), slot: null, notBefore: now + 1 });
  table.add(restored);
  expect(login(0, ada)).toBe('client-auth-nt 0 1');
  expect(ended()).toEqual([]);
  table.revoke({ sub: subAt('g1', restored.id), slot: null, notBefore: now + 1 });
  expect(ended()).toEqual(['client-kill 0 HALT']);
});

test('a new table keeps the sessions of credentials that are not revoked', () => {
  const { table, update, login, ended } = opened();
  login(0, ada);
  table.replace({ ...update, credentials: [] }, now);
  expect(ended()).toEqual([]);
  table.replace({ ...update, revocations: [{ sub: subAt('g1'), slot: null, notBefore: now }] }, now);
  expect(ended()).toEqual(['client-kill 0 HALT']);
});

test('after a silence longer than the lifetime of revocations, only sessions that were verified since continue', () => {
  const { table, login, ended } = opened();
  login(0, ada);
  login(1, ada);
  expect(login(1, ada, now + 3 * day)).toBe('client-auth-nt 1 1');
  table.trustUntil(now + 6 * day, now + 3 * day);
  expect(ended(now + 3 * day)).toEqual(['client-kill 0 HALT']);
});

test('a device logs in without a grant, only at its gateway, and ends with its slot or subject', () => {
  const { table, login, ended, pepper } = opened('g1', []);
  const sub = 's'.repeat(22);
  const loginOf = (slot: number, of = pepper) => issueDeviceLogin(of, { sub, slot, issuedAt: now });
  expect([login(0, loginOf(1)), login(1, loginOf(2))]).toEqual(['client-auth-nt 0 1', 'client-auth-nt 1 1']);
  expect(login(2, loginOf(1, Buffer.alloc(32)))).toMatch(/^client-deny/);
  expect(login(2, { ...loginOf(1), password: loginOf(2).password })).toMatch(/^client-deny/);
  expect(login(2, loginOf(1), now + day + 121)).toMatch(/^client-deny/);
  table.revoke({ sub, slot: 1, notBefore: now + 1 });
  expect(ended()).toEqual(['client-kill 0 HALT']);
  expect(login(2, loginOf(1))).toMatch(/^client-deny/);
  table.revoke({ sub, slot: null, notBefore: now + 1 });
  expect(ended()).toEqual(['client-kill 1 HALT']);
});

test('the account limit counts the sessions of the credential, and those of devices by their subject', () => {
  const { login, pepper } = opened();
  const device = issueDeviceLogin(pepper, { sub: 's'.repeat(22), slot: 1, issuedAt: now });
  for (let cid = 0; cid < 10; cid += 1) expect(login(cid, ada)).toMatch(/^client-auth/);
  expect(login(10, ada)).toMatch(/^client-deny .*TEMP/);
  expect(login(11, device)).toMatch(/^client-auth/);
});
