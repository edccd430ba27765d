import { expect, test } from 'vitest';
import { isNatsAddress, natsFault, natsTls } from './nats-address.ts';

test.each([
  ['tls://n1.example.com:4222', true],
  ['nats://127.0.0.1:4222', true],
  ['nats://n1', true],
  ['tls://192.0.2.3:4222', false],
  ['tls://[2001:db8::1]:4222', false],
  ['https://n1.example.com', false],
  ['tls://user@n1.example.com', false],
  ['tls://n1.example.com/path', false],
  ['n1.example.com', false],
])('%s is an address of an NATS server: %s', (text, is) => {
  expect(isNatsAddress(text)).toBe(is);
});

test('requires TLS of every server where one address names it', () => {
  expect(natsTls(['nats://n1', 'tls://n2'])).toEqual({ tls: {} });
  expect(natsTls(['nats://n1'])).toEqual({});
});

test('names the fault of a certificate, and other reasons as they are', () => {
  const error = (code: string) => new Error('failed', { cause: Object.assign(new Error(code), { code }) });
  expect(natsFault(error('ERR_TLS_CERT_ALTNAME_INVALID'))).toBe(
    'The certificate of the NATS server is for another host name than the one in the address of the NATS server (ERR_TLS_CERT_ALTNAME_INVALID).',
  );
  expect(natsFault(error('SELF_SIGNED_CERT_IN_CHAIN'))).toContain('NODE_EXTRA_CA_CERTS');
  expect(natsFault(new Error('refused'))).toBe('refused');
});
