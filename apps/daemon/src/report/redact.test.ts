import { randomBytes, randomUUID } from 'node:crypto';
import { formatIp } from '@comet/foundation';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { redactor } from './gather-report.ts';

const around = fc.constantFrom(' ', '"', '\n', '(', '[', ',', '=', "'");
/** A value within a text: between other words, in brackets, quotes or a list. */
const planted = (value: fc.Arbitrary<string>) =>
  fc
    .tuple(value, around, around)
    .map(([text, before, after]) => ({ text, line: `gateway${before}${text}${after}end` }));

const bytes = (length: number) => fc.uint8Array({ minLength: length, maxLength: length });

test('redacts an address of a network in any form', () => {
  const ipv4 = fc
    .tuple(fc.integer({ min: 1, max: 9 }), fc.nat(255), fc.nat(255), fc.nat(255))
    .map((parts) => parts.join('.'));
  const ipv6 = bytes(16)
    .map((all) => formatIp({ family: 6, bytes: [0x20, ...all.slice(1)] }))
    .chain((text) => fc.constantFrom(text, text.toUpperCase()));
  for (const kind of [ipv4, ipv6])
    fc.assert(
      fc.property(planted(kind), ({ text, line }) => {
        expect(redactor([])(line)).not.toContain(text);
      }),
    );
  for (const written of [
    '1.2.3.4:51820',
    '[2001:db8::5]:443',
    'fe80::1%eth0',
    '::ffff:1.2.3.4',
    '1.2.3.4/32',
    'peer=2001:db8:1:2:3:4:5:6',
    'inet6 addr:2001:db8::1/64',
    'from...1.2.3.4',
    'host.1.2.3.4',
  ])
    expect(redactor([])(written)).not.toMatch(/1\.2\.3\.4|2001:db8|fe80::1/);
});

test('redacts mail addresses, identifiers, hardware addresses, keys, tokens and tickets', () => {
  const token = bytes(32).map((all) => Buffer.from(all).toString('base64url'));
  const key = bytes(32).map((all) => Buffer.from(all).toString('base64'));
  const hash = bytes(16).map((all) => Buffer.from(all).toString('hex'));
  const mac = bytes(6).map((all) => [...all].map((one) => one.toString(16).padStart(2, '0')).join(':'));
  const ticket = fc.tuple(token, token, token).map((parts) => parts.join('.'));
  for (const kind of [fc.uuid(), fc.emailAddress(), key, mac, hash, token, ticket])
    fc.assert(
      fc.property(planted(kind), ({ text, line }) => {
        // Text of letters only looks like a word; 22 characters without a digit are too rare to generate.
        fc.pre(/\d/.test(text) || text.includes('@'));
        expect(redactor([])(line)).not.toContain(text);
      }),
    );
});

test('removes known private values in every form', () => {
  const email = 'ada+vpn@example.com';
  const clean = redactor(['Ada’s "laptop"', email, 'secret'])(
    `on Ada’s "laptop" ${JSON.stringify('Ada’s "laptop"')} ?email=${encodeURIComponent(email)} a secret`,
  );
  for (const piece of ['Ada', 'laptop', 'example', 'secret']) expect(clean).not.toContain(piece);
  expect(redactor([])('/home/ada/.config /Users/ada/x')).toBe('/home/<user>/.config /Users/<user>/x');
});

test('replaces the same value by the same name, and keeps harmless values', () => {
  const redact = redactor([]);
  expect(redact('8.8.8.8 to 9.9.9.9')).toBe('<ipv4 1> to <ipv4 2>');
  expect(redact('9.9.9.9')).toBe('<ipv4 2>');
  const kept =
    'ip daddr { 10.0.0.0/8, 192.168.0.0/16 } ip6 daddr fe80::/10 oifname "comet0" th dport 53 17:04:09 kernel 6.1.0-25-amd64';
  expect(redact(kept)).toBe(kept);
});

test('never throws, and takes linear time', () => {
  fc.assert(fc.property(fc.string({ unit: 'binary' }), (text) => void redactor([])(text)));
  for (const text of [
    'a'.repeat(50_000),
    ':'.repeat(50_000),
    '1.'.repeat(25_000),
    'a@'.repeat(25_000),
    randomBytes(40_000).toString('hex'),
    randomUUID().repeat(1_000),
  ])
    redactor([])(text);
});

test('redacts domains of a network, and links named by their hardware address', () => {
  const text = [
    'search corp.example.com lab.example.com',
    'domain corp.example.com',
    '       DNS Domain: corp.example.com ~example.net',
    'DNS Domain: ~.',
    'Link 2 (enx00e04c680001)',
    '2: wlx00E04C680001: <UP> default via 192.168.1.1 dev enx00e04c680001 enp0s31f6',
  ].join('\n');
  const clean = redactor([])(text);
  for (const piece of ['example', 'corp', 'lab', '00e04c', '00E04C']) expect(clean).not.toContain(piece);
  expect(clean).toContain('search <domain 1> <domain 2>\ndomain <domain 1>');
  expect(clean).toContain('enp0s31f6');
});

test('removes domains on continued lines, and TLS names of resolvers', () => {
  const text = [
    'Link 2 (eth0)',
    'Current DNS Server: 45.90.28.7#ada-1a2b3c.dns.example.io',
    '       DNS Servers: 45.90.28.7#ada-1a2b3c.dns.example.io 2a07:a8c0::7%2#ada-1a2b3c.dns.example.io',
    '        DNS Domain: corp.example.com lab.example.com',
    '                    ~hr.example.com staff.example.net',
    '                    last.example.org',
    'Link 3 (wlan0)',
    '    Current Scopes: none',
  ].join('\n');
  const clean = redactor([])(text);
  for (const piece of ['example', 'ada', '1a2b', 'corp', 'hr.', 'staff', 'last'])
    expect(clean).not.toContain(piece);
  expect(clean).toMatch(/#<name 1>\n.*#<name 1>.*#<name 1>\n/);
  expect(clean).toContain('Link 3 (wlan0)\n    Current Scopes: none');
});

test('removes known values in lower and upper case', () => {
  expect(redactor(['Adas-Laptop'])('adas-laptop.local ADAS-LAPTOP')).toBe('<private 1>.local <private 1>');
});

test('removes host and user names of one or two letters, but not within words', () => {
  expect(redactor(['pc', 'a'])('pc: a said that spc and pca are on pc.lan')).toBe(
    '<private 1>: <private 2> said that spc and pca are on <private 1>.lan',
  );
});
