import { expect, test } from 'vitest';
import { parseResolver } from './resolver-address.ts';

test.each([
  ['9.9.9.9', { over: 'plain', address: '9.9.9.9' }],
  ['2620:fe::fe', { over: 'plain', address: '2620:fe::fe' }],
  ['tls://DNS.quad9.net', { over: 'tls', host: 'dns.quad9.net', port: 853 }],
  ['quic://dns.example:8853/', { over: 'quic', host: 'dns.example', port: 8853 }],
  ['https://9.9.9.9', { over: 'https', host: '9.9.9.9', port: 443, path: '/dns-query' }],
  ['https://dns.example:8443/a/B?c=1', { over: 'https', host: 'dns.example', port: 8443, path: '/a/B?c=1' }],
])('parses the resolver %s', (text, parsed) => {
  expect(parseResolver(text)).toEqual(parsed);
});

test.each([
  '',
  'dns.example',
  'http://dns.example',
  'tls://localhost',
  'tls://1.2.3.400',
  'tls://-a.example',
  'tls://dns.example/path',
  'tls://dns.example:0',
  'tls://dns.example:65536',
  'tls://[2620:fe::fe]',
  'https://user@dns.example/',
  'https://dns.example/a b',
  'https://dns.example/#part',
  `https://dns.example/${'a'.repeat(200)}`,
])('rejects %s', (text) => {
  expect(parseResolver(text)).toBeNull();
});
