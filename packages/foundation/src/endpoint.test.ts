import fc from 'fast-check';
import { expect, test } from 'vitest';
import { formatEndpoint, parseEndpoint } from './endpoint.ts';
import { isWireguardKey } from './wireguard-key.ts';

test('reads back an endpoint that was written', () => {
  const host = fc.oneof(fc.ipV4(), fc.ipV6());
  fc.assert(
    fc.property(host, fc.integer({ min: 1, max: 65_535 }), (address, port) => {
      expect(parseEndpoint(formatEndpoint({ host: address, port }))).toEqual({ host: address, port });
    }),
  );
});

test.each([
  '192.0.2.1',
  '192.0.2.1:0',
  '192.0.2.1:65536',
  '192.0.2.1:080',
  '192.0.2.1:80\n',
  '192.0.2.1\n:80',
  '[192.0.2.1]:80',
  '2001:db8::1:80',
  '[2001:db8::1%eth0]:80',
  '[2001:db8::1\nx]:80',
  'vpn.example:51820',
])('%j is no endpoint', (text) => {
  expect(parseEndpoint(text)).toBeNull();
});

test('a WireGuard key is 32 bytes in their only base64 form', () => {
  fc.assert(
    fc.property(fc.uint8Array({ minLength: 30, maxLength: 34 }), (bytes) => {
      const text = btoa(String.fromCharCode(...bytes));
      expect(isWireguardKey(text)).toBe(bytes.length === 32);
      expect(isWireguardKey(`${text}\n`)).toBe(false);
    }),
  );
  expect(isWireguardKey(`${'A'.repeat(42)}B=`)).toBe(false);
});
