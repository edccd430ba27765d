import { generateKeyPairSync } from 'node:crypto';
import { expect, test } from 'vitest';
import { type Bridge, formatBridge, readBridge } from './bridge.ts';
import { bridgeTextLifetime, checkBridgeText, maxBridgeTextLength, signBridgeText } from './bridge-text.ts';
import { readShadowsocksUrl } from './shadowsocks-url.ts';
import { publishKey, readSigner, readVerifiers, signDocument } from './signed-document.ts';

const newSigner = () =>
  readSigner(generateKeyPairSync('ed25519').privateKey.export({ type: 'pkcs8', format: 'pem' }).toString());
const signer = newSigner();
const verifiers = readVerifiers([publishKey(signer)]);
const now = 1_796_000_000;

const cert = `${'Ab+/'.repeat(17)}x0`;
const obfs4: Bridge = { kind: 'obfs4', host: '255.255.255.254', port: 65_535, cert };
const shadowsocks: Bridge = {
  kind: 'shadowsocks',
  ...{ host: '2001:db8::7', port: 443, method: 'chacha20-ietf-poly1305', password: 'a password: é' },
};

test('reads back a bridge that was written', () => {
  for (const bridge of [obfs4, shadowsocks]) expect(readBridge(formatBridge(bridge))).toEqual(bridge);
});

test('reads the URL of a Shadowsocks server as apps share it', () => {
  const expected = { host: '192.0.2.7', port: 8388, method: 'aes-256-gcm', password: 'pass' };
  const login = Buffer.from('aes-256-gcm:pass').toString('base64');
  for (const text of [
    `ss://${login}@192.0.2.7:8388`,
    `ss://${login.replace(/=+$/, '')}@192.0.2.7:8388/#My%20server`,
  ])
    expect(readShadowsocksUrl(text)).toEqual(expected);
});

const base64 = (text: string) => Buffer.from(text).toString('base64url');

test.each([
  '',
  'ss://',
  `ss://${base64('aes-256-gcm:pass')}@server.example:8388`,
  `ss://${base64('aes-256-gcm:pass')}@192.0.2.7`,
  `ss://${base64('aes-256-gcm:pass')}@192.0.2.7:8388?plugin=obfs-local`,
  `ss://${base64('aes-256-gcm:pass')}@192.0.2.7:8388/?plugin=obfs-local`,
  `ss://${base64('rc4-md5:pass')}@192.0.2.7:8388`,
  `ss://${base64('aes-256-gcm:')}@192.0.2.7:8388`,
  `ss://${base64('aes-256-gcm:a\nb')}@192.0.2.7:8388`,
  'ss://_w@192.0.2.7:8388',
  `obfs4://${'A'.repeat(69)}@192.0.2.7:443`,
  `obfs4://${'A'.repeat(70)}@bridge.example:443`,
  `obfs4://${'A'.repeat(70)}@192.0.2.7:443;iat-mode=2`,
  `ss://${base64(`aes-256-gcm:${'a'.repeat(300)}`)}@192.0.2.7:8388`,
])('%j is neither a bridge nor a server', (text) => {
  expect([readBridge(text), readShadowsocksUrl(text)]).toEqual([null, null]);
});

test('a text of two bridges has at most 500 characters', () => {
  const text = signBridgeText(signer, [obfs4, obfs4, obfs4, obfs4], now) ?? '';
  expect(text.length).toBeLessThanOrEqual(maxBridgeTextLength);
  expect(checkBridgeText(verifiers, text, now)).toEqual({
    ok: true,
    value: { issuedAt: now, expiresAt: now + bridgeTextLifetime, bridges: [obfs4, obfs4] },
  });
  expect(signBridgeText(signer, [], now)).toBeNull();
});

test('refuses texts that are foreign, changed, for another purpose, expired, of the future, empty or too long', () => {
  const text = signBridgeText(signer, [shadowsocks], now) ?? '';
  const refusal = (given: string, at = now) => {
    const checked = checkBridgeText(verifiers, given, at);
    return checked.ok ? null : checked.error;
  };
  const sign = (content: object, domain: 'bridges' | 'server-list' = 'bridges') =>
    signDocument(domain, signer, content);
  const content = { issuedAt: now, expiresAt: now + 60, bridges: [formatBridge(obfs4)] };
  expect(refusal(signBridgeText(newSigner(), [obfs4], now) ?? '')).toBe('unknown_key');
  expect(refusal(text.replace(/.{4}$/, 'AAAA'))).toBe('bad_signature');
  expect(refusal(sign(content, 'server-list'))).toBe('bad_signature');
  expect(refusal(text, now + bridgeTextLifetime + 1)).toBe('expired');
  // A signer's mistake does not make a text valid for longer.
  const endless = sign({ ...content, expiresAt: now * 2 });
  expect(refusal(endless, now + bridgeTextLifetime + 1)).toBe('expired');
  expect(refusal(text, now - 2 * 3600)).toBe('not_yet_valid');
  expect(refusal(sign({ ...content, bridges: ['later://kind'] }))).toBe('empty');
  expect(refusal(sign({ ...content, bridges: 'x' }))).toBe('malformed');
  expect(refusal('a'.repeat(501))).toBe('malformed');
  expect(refusal('a text')).toBe('malformed');
});
