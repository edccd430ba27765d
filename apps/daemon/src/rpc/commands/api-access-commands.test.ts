import { generateKeyPairSync } from 'node:crypto';
import { type Bridge, publishKey, readSigner, readVerifiers, signBridgeText } from '@comet/admission';
import { expect, test } from 'vitest';
import { setUp } from './commands-fixture.ts';

const signer = readSigner(
  generateKeyPairSync('ed25519').privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
);
const verifiers = readVerifiers([publishKey(signer)]);
const now = 1_796_000_000;
const own = { host: '192.0.2.7', port: 8388, method: 'aes-256-gcm', password: 'hidden' } as const;
const bridge: Bridge = { kind: 'shadowsocks', ...own };
const serverUrl = `ss://${btoa(`${own.method}:${own.password}`)}@192.0.2.7:8388#Mine`;

function access() {
  const calls: string[] = [];
  const results = [{ method: 'gateway', outcome: 'reached', milliseconds: 120 }] as const;
  const apiAccess = {
    access: {
      working: () => 'gateway' as const,
      test: () => Promise.resolve(results),
      abort: () => void calls.push('abort'),
    },
    forgetConnections: () => void calls.push('forget'),
    verifiers,
    clock: { now: () => new Date(now * 1000) },
    mayQuery: () => false,
  };
  return { calls, results, ...setUp([], { apiAccess }) };
}

const proxy = { address: '192.0.2.10', port: 1080 };
const login = { user: 'ada', password: 'a secret' };

test('shows the choice, the working method and the proxy, without its password', async () => {
  const { file, ask, calls } = access();
  expect(await ask('api.status')).toEqual({
    ok: true,
    value: { choice: 'automatic', working: 'gateway', proxy: null, shadowsocks: null, bridges: 0 },
  });
  const added = await ask('api.add', { ...proxy, login });
  expect(added).toEqual({
    ok: true,
    value: {
      ...{ choice: 'automatic', working: 'gateway', proxy: { ...proxy, user: 'ada' } },
      ...{ shadowsocks: null, bridges: 0 },
    },
  });
  expect(JSON.stringify(await ask('api.status'))).not.toContain(login.password);
  expect(file.current.apiAccess.proxy).toEqual({ ...proxy, login });
  // Connections of the earlier choice end.
  expect(calls).toEqual(['abort', 'forget']);
});

test('uses a proxy only if there is one, and returns to automatic when it is removed', async () => {
  const { file, ask } = access();
  expect(await ask('api.use', { choice: 'socks5' })).toEqual({
    ok: false,
    error: { error: 'access_proxy_missing', detail: null },
  });
  await ask('api.add', { ...proxy, login: null });
  expect(await ask('api.use', { choice: 'socks5' })).toMatchObject({ value: { choice: 'socks5' } });
  expect(await ask('api.remove', { method: 'socks5' })).toMatchObject({
    value: { choice: 'automatic', proxy: null },
  });
  await ask('api.use', { choice: 'gateway' });
  expect(await ask('api.remove', { method: 'socks5' })).toMatchObject({ value: { choice: 'gateway' } });
  expect(file.current.apiAccess.proxy).toBeNull();
});

test('returns the results of a test', async () => {
  const { ask, results } = access();
  expect(await ask('api.test')).toEqual({ ok: true, value: { results } });
});

test.each([
  { address: 'proxy.example', port: 1080, login: null },
  { address: '192.0.2.10', port: 0, login: null },
  { address: '192.0.2.10', port: 65_536, login: null },
  { address: '192.0.2.10', port: 1080, login: { user: '', password: 'x' } },
  { address: '192.0.2.10', port: 1080, login: { user: 'ada', password: '' } },
  { address: '192.0.2.10', port: 1080, login: { user: 'ä'.repeat(128), password: 'x' } },
])('refuses the proxy %j', async (params) => {
  const { ask, file } = access();
  expect(await ask('api.add', params)).toMatchObject({ ok: false });
  expect(file.current.apiAccess.proxy).toBeNull();
});

test('adds the Shadowsocks server of a URL, without showing its password, and removes it', async () => {
  const { ask, file } = access();
  expect(await ask('api.use', { choice: 'shadowsocks' })).toMatchObject({
    error: { error: 'access_shadowsocks_missing' },
  });
  const added = await ask('api.add-text', { text: ` ${serverUrl}\n` });
  expect(added).toMatchObject({ value: { shadowsocks: { address: own.host, port: own.port } } });
  expect(JSON.stringify(added)).not.toContain(own.password);
  expect(file.current.apiAccess.shadowsocks).toEqual(own);
  await ask('api.use', { choice: 'shadowsocks' });
  expect(await ask('api.remove', { method: 'shadowsocks' })).toMatchObject({
    value: { choice: 'automatic', shadowsocks: null },
  });
});

test('adds signed bridges, also from a wrapped text, and removes them', async () => {
  const { ask, file } = access();
  const text = signBridgeText(signer, [bridge], now) ?? '';
  const wrapped = `${text.slice(0, 70)}\r\n${text.slice(70)}\n`;
  expect(await ask('api.add-text', { text: wrapped })).toMatchObject({ value: { bridges: 1 } });
  expect(file.current.apiAccess.bridgeTexts).toEqual([text]);
  // Adding it again changes nothing.
  expect(await ask('api.add-text', { text })).toMatchObject({ value: { bridges: 1 } });
  expect(await ask('api.remove', { method: 'bridge' })).toMatchObject({ value: { bridges: 0 } });
});

test.each([
  ['neither', 'hello', 'access_text_malformed'],
  ['a host name', serverUrl.replace('192.0.2.7', 'server.example'), 'access_text_malformed'],
  [
    'a changed text',
    `${(signBridgeText(signer, [bridge], now) ?? '').slice(0, -4)}AAAA`,
    'access_text_refused',
  ],
  ['an expired text', signBridgeText(signer, [bridge], now - 100 * 24 * 3600) ?? '', 'access_text_expired'],
  // Nothing is resolved while traffic is blocked.
  ['a file while traffic is blocked', 'https://comet.example/bridges.txt', 'access_text_unreachable'],
])('refuses %s', async (_, text, error) => {
  const { ask, file } = access();
  expect(await ask('api.add-text', { text })).toMatchObject({ ok: false, error: { error } });
  expect(file.current.apiAccess).toMatchObject({ shadowsocks: null, bridgeTexts: [] });
});
