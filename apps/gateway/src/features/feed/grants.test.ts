import { generateKeyPairSync } from 'node:crypto';
import { addressesOf, publishKey, readSigner, SetDigest, signDocument, tunnelPools } from '@comet/admission';
import { type FeedMessage, feedMessage, type Grant, grantLine } from '@comet/contract';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import * as z from 'zod/mini';
import { FeedState } from './feed-state.ts';
import { feedFile, newFeedFile } from './feed.store.ts';
import { Grants } from './grants.ts';

const signer = readSigner(
  generateKeyPairSync('ed25519').privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
);
const keys = { ticketKeys: [publishKey(signer)], feedKeys: [publishKey(signer)] };
const fresh = () => new FeedState('gw', newFeedFile(keys, 1_000));
const line = (message: FeedMessage) => signDocument('feed', signer, z.encode(feedMessage, message));

const idOf = (index: number) => `00000000-0000-4000-8000-0000000000${String(10 + index)}`;
const wireguard = (index: number, host = tunnelPools.static.first + index): Grant => ({
  kind: 'wireguard',
  id: idOf(index),
  sub: 'w'.repeat(22),
  publicKey: Buffer.alloc(32, index + 1).toString('base64'),
  ...addressesOf(host),
});
const credential = (index: number): Grant => ({
  kind: 'openvpn',
  id: idOf(40 + index),
  sub: 'o'.repeat(22),
  mac: Buffer.alloc(32, index + 1).toString('base64url'),
});
const proxyUser = (index: number): Grant => ({
  kind: 'proxy',
  id: idOf(60 + index),
  sub: 'p'.repeat(22),
  username: `user${10 + index}`,
  mac: Buffer.alloc(32, index + 1).toString('base64url'),
  addresses: ['203.0.113.7', '2001:db8::7'],
  proven: index === 0 ? [] : ['203.0.113.7'],
  purse: index === 0 ? null : idOf(80 + index),
  route: index === 0 ? { kind: 'address', address: '198.51.100.4' } : { kind: 'pool' },
  limits: { connections: 100, bytesPerSecond: null },
});
const upstream = (index: number): Grant => ({
  ...{ kind: 'upstream', id: idOf(70 + index), protocol: 'socks5', host: 'up.example', port: 1080 },
  ...{ usernameTemplate: 'us-{country}-{session}', password: 'p w', countries: ['US', 'DE'], use: 'native' },
  ...{ rules: { ports: [22].slice(index), networks: [], names: [] }, bytesPerSecond: null },
});
const verifierOf = (index: number) => Buffer.alloc(32, index + 1).toString('base64url');
const ofAll = (index: number): Grant => ({
  ...{ kind: 'credential', id: idOf(20 + index), verifier: verifierOf(index) },
});
/** Those with an own grant of the same user name, as while a gateway is upgraded, and others. */
const userOfAll = (index: number): Grant => ({
  ...{ kind: 'proxyuser', id: idOf(30 + index), username: `user${12 + index}`, verifier: verifierOf(index) },
  ...{ addresses: index === 0 ? [] : ['203.0.113.7'], proven: index === 3 ? ['203.0.113.7'] : [] },
  ...{ sliceLimits: [{ slice: idOf(index), bytes: 1 }], limits: { connections: 100, bytesPerSecond: null } },
});
const pool = [0, 1, 2, 3].flatMap((index) => [
  ...[wireguard(index), credential(index), ofAll(index)],
  ...[proxyUser(index), userOfAll(index), upstream(index)],
]);

const granted = (cursor: number, grant: Grant): FeedMessage => ({
  type: 'grant',
  gateway: 'gw',
  cursor,
  grant,
});
const withdrawn = (cursor: number, id: string): FeedMessage => ({
  type: 'withdraw',
  gateway: 'gw',
  cursor,
  id,
});
const part = (cursor: number, position: [number, number], grants: Grant[]): FeedMessage => ({
  ...{ type: 'snapshot', gateway: 'gw', cursor, part: position[0], parts: position[1] },
  ...{ revocations: [], grants },
});
const heartbeat = (cursor: number, grants: readonly Grant[]): FeedMessage => ({
  ...{ type: 'heartbeat', gateway: 'gw', cursor, at: 2_000, since: 0 },
  // SHA-256 of the empty string: no revocation.
  digest: '47DEQpj8HBSa-_TImW-5JCeuQeRkm5NMpJWZG3hSuFU',
  grants: new SetDigest(grants.map(grantLine)).value(),
});

const step = fc.record({ put: fc.boolean(), grant: fc.constantFrom(...pool) });

test('after any grants, withdrawals and a restart, both ends have the same set', () => {
  fc.assert(
    fc.property(fc.array(step, { maxLength: 40 }), fc.nat(40), (steps, restartAt) => {
      let state = fresh();
      const expected = new Map<string, Grant>();
      for (const [index, { put, grant }] of steps.entries()) {
        const message = put ? granted(index + 1, grant) : withdrawn(index + 1, grant.id);
        expect(state.receive(line(message), 2_000).ok).toBe(true);
        if (put) expected.set(grant.id, grant);
        else expected.delete(grant.id);
        if (index === restartAt)
          state = new FeedState('gw', feedFile.parse(JSON.parse(JSON.stringify(state.toFile()))));
      }
      expect(new Set([...state.grants.all()].map(grantLine))).toEqual(
        new Set([...expected.values()].map(grantLine)),
      );
      const received = state.receive(line(heartbeat(steps.length, [...expected.values()])), 2_000);
      expect(received).toEqual({ ok: true, value: { kind: 'alive' } });
      expect(state.receive(line(heartbeat(steps.length, [wireguard(9)])), 2_000)).toEqual({
        ok: false,
        error: 'drift',
      });
    }),
    { numRuns: 40 },
  );
});

test('an old line does not restore a withdrawn grant', () => {
  const state = fresh();
  const lines = [granted(5, wireguard(1)), withdrawn(6, idOf(1))].map(line);
  expect(lines.map((text) => state.receive(text, 2_000).ok)).toEqual([true, true]);
  for (const text of lines) expect(state.receive(text, 2_000)).toEqual({ ok: false, error: 'rolled_back' });
  expect(state.grants.size).toBe(0);
});

test('an old line does not withdraw a newer grant', () => {
  const state = fresh();
  const old = line(withdrawn(3, idOf(1)));
  state.receive(old, 2_000);
  state.receive(line(granted(4, wireguard(1))), 2_000);
  expect(state.receive(old, 2_000)).toEqual({ ok: false, error: 'rolled_back' });
  expect(state.grants.size).toBe(1);
});

test('applies a snapshot after its last part, and returns the removed grants', () => {
  const state = fresh();
  state.receive(line(granted(1, wireguard(0))), 2_000);
  expect(state.receive(line(part(9, [1, 2], [wireguard(1)])), 2_000)).toEqual({
    ok: true,
    value: { kind: 'alive' },
  });
  expect([...state.grants.all()]).toEqual([wireguard(0)]);
  expect(state.cursor).toBe(1);
  expect(state.receive(line(part(9, [2, 2], [credential(2)])), 2_000)).toEqual({
    ok: true,
    value: { kind: 'replaced', withdrawn: [wireguard(0)] },
  });
  expect([...state.grants.all()]).toEqual([wireguard(1), credential(2)]);
});

test('rejects snapshots with parts of another one, or with lines in between', () => {
  for (const between of [part(8, [2, 3], []), part(9, [3, 3], []), withdrawn(10, idOf(7))]) {
    const state = fresh();
    state.receive(line(part(9, [1, 3], [wireguard(1)])), 2_000);
    state.receive(line(between), 2_000);
    expect(state.receive(line(part(9, [2, 3], [])), 2_000).ok).toBe(false);
    expect(state.receive(line(part(9, [3, 3], [])), 2_000).ok).toBe(false);
    expect(state.grants.size).toBe(0);
  }
});

test('rejects a grant with a key, address, credential or user name of another grant, or an address of the session pool', () => {
  const grants = new Grants();
  expect(grants.put(wireguard(0))).toBe(true);
  expect(grants.put(wireguard(1, tunnelPools.static.first))).toBe(false);
  expect(grants.put({ ...wireguard(2), publicKey: Buffer.alloc(32, 1).toString('base64') } as Grant)).toBe(
    false,
  );
  expect(grants.put(wireguard(3, tunnelPools.session.first + 5))).toBe(false);
  expect(grants.put(wireguard(3, tunnelPools.openvpn.first))).toBe(false);
  expect(grants.put({ ...wireguard(3), ...addressesOf(1) })).toBe(false);
  const halves = { ...wireguard(3), ipv6: addressesOf(tunnelPools.session.first).ipv6 } as Grant;
  expect(grants.put(halves)).toBe(false);
  expect(grants.put(credential(0))).toBe(true);
  expect(grants.put({ ...credential(1), mac: Buffer.alloc(32, 1).toString('base64url') } as Grant)).toBe(
    false,
  );
  expect(grants.put(proxyUser(0))).toBe(true);
  expect(grants.put({ ...proxyUser(1), username: 'user10' } as Grant)).toBe(false);
  grants.withdraw(proxyUser(0).id);
  expect(grants.put({ ...proxyUser(1), username: 'user10' } as Grant)).toBe(true);
  expect(grants.size).toBe(3);
  const state = fresh();
  state.receive(line(granted(1, wireguard(0))), 2_000);
  expect(state.receive(line(granted(2, wireguard(1, tunnelPools.static.first))), 2_000).ok).toBe(false);
  expect(
    state.receive(line(part(3, [1, 1], [wireguard(2), wireguard(1, tunnelPools.static.first + 2)])), 2_000)
      .ok,
  ).toBe(false);
  expect([...state.grants.all()]).toEqual([wireguard(0)]);
});

test('an old keys document does not restore old keys or secrets', () => {
  const state = fresh();
  const keysLine = (version: number, letter: string) =>
    line({
      ...{ type: 'keys', gateway: 'gw', version, ...keys },
      openvpn: { pepper: letter.repeat(43), tlsCryptV2ServerKey: letter.repeat(171) },
    });
  const old = keysLine(3, 'a');
  expect(state.receive(old, 2_000).ok).toBe(true);
  expect(state.receive(keysLine(4, 'b'), 2_000).ok).toBe(true);
  expect(state.receive(old, 2_000)).toEqual({ ok: false, error: 'rolled_back' });
  expect(state.openvpn?.pepper).toBe('b'.repeat(43));
  const restarted = new FeedState('gw', feedFile.parse(JSON.parse(JSON.stringify(state.toFile()))));
  expect(restarted.receive(old, 2_000)).toEqual({ ok: false, error: 'rolled_back' });
  expect(restarted.receive(keysLine(4, 'b'), 2_000).ok).toBe(true);
});

test('reads a file of an earlier version without grants', () => {
  const old = { version: 1, cursor: 7, receivedAt: 1_000, revocations: [], ...keys };
  const state = new FeedState('gw', feedFile.parse(old));
  expect([state.cursor, state.grants.size, state.openvpn]).toEqual([7, 0, null]);
});
