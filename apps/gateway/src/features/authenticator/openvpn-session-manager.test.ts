import fc from 'fast-check';
import { credentialMac, issueOpenvpnLogin } from '@comet/admission';
import { describe, expect, test } from 'vitest';
import { OpenvpnSessionManager } from './openvpn-session-manager.ts';
import { CredentialTable } from './credential-table.ts';

const gateway = 'g1';
const pepper = Buffer.alloc(32, 7).toString('base64url');
const of = (id: string, sub = 'a'.repeat(22), password = 'word') => ({
  id,
  sub,
  mac: credentialMac(Buffer.alloc(32, 7), id, password),
});
const until = 1_000;
const now = 500;

function opened(...ids: readonly string[]) {
  const credentialTable = new CredentialTable();
  credentialTable.replace(
    { gateway, pepper, until, credentials: ids.map((id) => of(id)), revocations: [] },
    now,
  );
  const openvpnSessionManager = new OpenvpnSessionManager(credentialTable);
  const login = (cid: number, username: string, password = 'word', at = now, server = 'udp') =>
    openvpnSessionManager.login(server, { cid, kid: 1, username, password }, at).line;
  return { credentialTable, openvpnSessionManager, login };
}

describe('the openvpn session manager', () => {
  test('accepts only credentials in the credential table', () => {
    const { login, openvpnSessionManager } = opened('ada');
    expect(login(0, 'ada')).toBe('client-auth-nt 0 1');
    expect(login(1, 'ada', 'wrong')).toMatch(/^client-deny 1 1 /);
    expect(login(2, 'eve')).toMatch(/^client-deny 2 1 /);
    expect(login(3, '', '')).toMatch(/^client-deny 3 1 /);
    expect(openvpnSessionManager.size).toBe(1);
  });

  test('accepts no login before the first table, nor with an outdated one', () => {
    const empty = new OpenvpnSessionManager(new CredentialTable());
    expect(empty.login('udp', { cid: 0, kid: 0, username: 'ada', password: 'word' }, 0).line).toMatch(
      /^client-deny/,
    );
    const { login, credentialTable, openvpnSessionManager } = opened('ada');
    expect(login(0, 'ada', 'word', until)).toMatch(/^client-auth/);
    expect(openvpnSessionManager.evict(until)).toEqual([]);
    expect(login(1, 'ada', 'word', until + 1)).toMatch(/^client-deny/);
    expect(openvpnSessionManager.evict(until + 1)).toEqual([{ server: 'udp', line: 'client-kill 0 HALT' }]);
    credentialTable.trustUntil(until + 100, until + 1);
    expect(login(2, 'ada', 'word', until + 1)).toMatch(/^client-auth/);
  });

  test('accepts no login after the clock was set back by days', () => {
    const days = 86_400;
    const { login, credentialTable, openvpnSessionManager } = opened('ada');
    credentialTable.trustUntil(100 * days, 97 * days);
    expect(login(0, 'ada', 'word', 96 * days)).toMatch(/^client-auth/);
    expect(login(1, 'ada', 'word', 93 * days)).toMatch(/^client-deny/);
    expect(openvpnSessionManager.evict(93 * days)).toEqual([{ server: 'udp', line: 'client-kill 0 HALT' }]);
  });

  test('ends only the session whose credential is withdrawn', () => {
    const { login, credentialTable, openvpnSessionManager } = opened('ada', 'bob');
    for (const [cid, name, server] of [
      [4, 'ada', 'udp'],
      [4, 'ada', 'tcp'],
      [5, 'bob', 'udp'],
    ] as const)
      login(cid, name, 'word', now, server);
    credentialTable.withdraw('ada');
    expect(openvpnSessionManager.evict(now)).toEqual([
      { server: 'udp', line: 'client-kill 4 HALT' },
      { server: 'tcp', line: 'client-kill 4 HALT' },
    ]);
    expect(openvpnSessionManager.evict(now)).toEqual([]);
    // The server renews the key of the session and requests authentication before it has executed the command.
    login(6, 'bob');
    credentialTable.withdraw('bob');
    expect(login(6, 'bob')).toBe('client-kill 6 HALT');
  });

  test('a new credential table keeps the sessions of its credentials', () => {
    const { login, credentialTable, openvpnSessionManager } = opened('ada', 'bob');
    login(0, 'ada');
    login(1, 'bob');
    credentialTable.replace({ gateway, pepper, until, credentials: [of('bob')], revocations: [] }, now);
    expect(openvpnSessionManager.evict(now).map(({ line }) => line)).toEqual(['client-kill 0 HALT']);
    expect(login(2, 'ada')).toMatch(/^client-deny/);
  });

  test('limits an account to ten concurrent sessions on all servers together', () => {
    const { login, openvpnSessionManager } = opened('ada');
    for (let cid = 0; cid < 10; cid += 1)
      expect(login(cid, 'ada', 'word', now, cid % 2 === 0 ? 'udp' : 'tcp')).toMatch(/^client-auth/);
    expect(login(10, 'ada')).toMatch(/^client-deny .*TEMP/);
    // Renewing the key of a session does not add a session.
    expect(login(0, 'ada')).toMatch(/^client-auth/);
    openvpnSessionManager.gone('udp', 0);
    expect(login(10, 'ada')).toMatch(/^client-auth/);
    openvpnSessionManager.closed('tcp');
    expect([
      openvpnSessionManager.size,
      openvpnSessionManager.sizeOf('udp'),
      openvpnSessionManager.sizeOf('tcp'),
    ]).toEqual([5, 5, 0]);
  });

  test('the reply is one line without any input of the customer', () => {
    const { login } = opened('ada');
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), fc.string({ unit: 'binary' }), (username, password) => {
        expect(login(1, username, password)).toBe('client-deny 1 1 "unknown"');
      }),
    );
  });
});

describe('addresses', () => {
  test('are freed when their client has disconnected, not when its session is ended', () => {
    const { login, credentialTable, openvpnSessionManager } = opened('ada', 'bob');
    login(0, 'ada');
    login(1, 'bob');
    openvpnSessionManager.assignAddress('udp', 0, '100.80.0.2');
    openvpnSessionManager.assignAddress('udp', 0, 'fd00::2');
    openvpnSessionManager.assignAddress('udp', 1, '100.80.0.3');
    openvpnSessionManager.assignAddress('udp', 9, '100.80.0.9');
    // Renewing a key does not add a session.
    login(0, 'ada');
    expect(openvpnSessionManager.gone('udp', 9)).toEqual([]);
    expect(openvpnSessionManager.gone('udp', 0)).toEqual(['100.80.0.2', 'fd00::2']);
    expect(openvpnSessionManager.gone('udp', 0)).toEqual([]);
    credentialTable.withdraw('bob');
    openvpnSessionManager.evict(now);
    expect(openvpnSessionManager.size).toBe(0);
    expect(openvpnSessionManager.closed('tcp')).toEqual([]);
    expect(openvpnSessionManager.closed('udp')).toEqual(['100.80.0.3']);
  });

  test('are kept if a session that must end renews its key first', () => {
    const { login, credentialTable, openvpnSessionManager } = opened('ada');
    login(0, 'ada');
    openvpnSessionManager.assignAddress('udp', 0, '100.80.0.2');
    credentialTable.withdraw('ada');
    expect(openvpnSessionManager.evict(now)).toHaveLength(1);
    credentialTable.add(of('ada'));
    login(0, 'ada');
    expect(openvpnSessionManager.gone('udp', 0)).toEqual(['100.80.0.2']);
    expect(openvpnSessionManager.gone('udp', 0)).toEqual([]);
  });
});

describe("devices' logins", () => {
  const account = '3f1b7c52-9a4e-4c1d-8a55-0d6e2f7b9c10';
  const sub = 'a'.repeat(22);
  const day = 24 * 3600;
  const today = 20_000 * day;
  const loginOf = (slot: number, issuedAt: number, mac = of(account).mac) =>
    issueOpenvpnLogin({ pepper: Buffer.from(pepper, 'base64url'), mac }, { grant: account, slot, issuedAt });

  function opened() {
    const credentialTable = new CredentialTable();
    const update = { gateway, pepper, until: today + 3 * day, credentials: [of(account)], revocations: [] };
    credentialTable.replace(update, today);
    const openvpnSessionManager = new OpenvpnSessionManager(credentialTable);
    const login = (cid: number, pair: { username: string; password: string }, at = today) =>
      openvpnSessionManager.login('udp', { cid, kid: 1, ...pair }, at).line;
    return { credentialTable, openvpnSessionManager, login, update };
  }

  test('disconnects a removed device and rejects it; the account and its other devices stay', () => {
    const { credentialTable, openvpnSessionManager, login } = opened();
    const own = { username: account, password: 'word' };
    expect([login(0, loginOf(1, today)), login(1, loginOf(2, today)), login(2, own)]).toEqual([
      'client-auth-nt 0 1',
      'client-auth-nt 1 1',
      'client-auth-nt 2 1',
    ]);
    credentialTable.revoke({ sub, slot: 1, notBefore: today + 1 });
    expect(openvpnSessionManager.evict(today + 1).map(({ line }) => line)).toEqual(['client-kill 0 HALT']);
    expect(login(3, loginOf(1, today))).toMatch(/^client-deny/);
    expect(login(4, loginOf(1, today + 1), today + 1)).toMatch(/^client-auth/);
    credentialTable.revoke({ sub, slot: null, notBefore: today + 5 });
    expect(openvpnSessionManager.evict(today + 5).map(({ line }) => line)).toEqual([
      'client-kill 1 HALT',
      'client-kill 4 HALT',
    ]);
    credentialTable.withdraw(account);
    expect(openvpnSessionManager.evict(today + 5).map(({ line }) => line)).toEqual(['client-kill 2 HALT']);
  });

  test('a login opens sessions for a day, and its sessions continue afterwards', () => {
    const { login } = opened();
    const old = loginOf(1, today);
    expect(login(0, old)).toMatch(/^client-auth/);
    expect(login(1, old, today + day + 120)).toMatch(/^client-auth/);
    expect(login(2, old, today + day + 121)).toMatch(/^client-deny/);
    expect(login(0, old, today + 2 * day)).toMatch(/^client-auth/);
    expect(login(3, loginOf(1, today + 121))).toMatch(/^client-deny/);
  });

  test('rejects credentials with any change', () => {
    const { login } = opened();
    const { username, password } = loginOf(1, today);
    expect(login(0, { username: username.replace('-1-', '-2-'), password })).toMatch(/^client-deny/);
    expect(login(0, { username, password: password.slice(1) })).toMatch(/^client-deny/);
    expect(login(0, { username, password: 'word' })).toMatch(/^client-deny/);
    expect(login(0, loginOf(1, today, of(account, sub, 'other').mac))).toMatch(/^client-deny/);
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        expect(login(0, { username: `${username}${text}x`, password })).toMatch(/^client-deny/);
        expect(login(0, { username, password: `${text}.` })).toMatch(/^client-deny/);
      }),
    );
  });

  test('after a silence longer than the lifetime of revocations, devices log in again', () => {
    const { credentialTable, openvpnSessionManager, login } = opened();
    login(0, loginOf(1, today));
    login(1, { username: account, password: 'word' });
    credentialTable.trustUntil(today + 4 * day, today + day);
    expect(openvpnSessionManager.evict(today + day)).toEqual([]);
    credentialTable.trustUntil(today + 6 * day, today + 3 * day);
    expect(openvpnSessionManager.evict(today + 3 * day).map(({ line }) => line)).toEqual([
      'client-kill 0 HALT',
    ]);
  });

  test('removes a revocation when the logins it applies to have expired', () => {
    const { credentialTable, login } = opened();
    credentialTable.revoke({ sub, slot: 1, notBefore: today + 1 });
    credentialTable.forget(today + day);
    expect(login(0, loginOf(1, today), today + day)).toMatch(/^client-deny/);
    credentialTable.forget(today + 2 * day);
    expect(login(0, loginOf(1, today), today + 2 * day)).toMatch(/^client-deny/);
  });
});
