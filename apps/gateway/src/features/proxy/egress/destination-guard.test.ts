import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { allowedByRules, destinationGuard } from './destination-guard.ts';
import { readAuthority, readDestination } from './destination.ts';

const hidden = (network: string) => ({ network, open: [] });
const guard = destinationGuard([hidden('198.41.0.4/32'), hidden('2600:1::/32')]);

describe('the guard', () => {
  test.each([
    ...['127.0.0.1', '10.1.2.3', '172.31.255.255', '192.168.1.1', '100.64.0.1', '100.127.255.255'],
    ...['169.254.169.254', '0.0.0.0', '255.255.255.255', '224.0.0.1', '192.0.0.192', '168.63.129.16'],
    ...['::', '::1', '::ffff:8.8.8.8', '::8.8.8.8', '64:ff9b::808:808', '64:ff9b:1::1', '2002:808:808::'],
    ...['2001::1', 'fc00::1', 'fd00:ec2::254', 'fe80::1', 'fec0::1', 'ff02::1', '2001:db8::1', '5f00::1'],
    ...['198.41.0.4', '2600:1::7', 'localhost', '', '8.8.8.8%eth0'],
  ])('refuses %s', (address) => {
    expect(guard(address, 443)).toBe(false);
  });

  test.each(['8.8.8.8', '100.63.255.255', '100.128.0.1', '172.32.0.1', '2606:4700::1111', '2a00:1450::1'])(
    'allows %s, but no mail',
    (address) => {
      expect(guard(address, 443)).toBe(true);
      for (const port of [25, 465, 587]) expect(guard(address, port)).toBe(false);
    },
  );

  test('allows a host only at its open ports, and not within a closed network', () => {
    const pages = { network: '198.41.1.4/32', open: [443] };
    const withPages = destinationGuard([
      pages,
      hidden('198.41.2.0/24'),
      { ...pages, network: '198.41.2.4/32' },
    ]);
    expect([withPages('198.41.1.4', 443), withPages('198.41.1.4', 80)]).toEqual([true, false]);
    expect(withPages('198.41.1.5', 80)).toBe(true);
    expect(withPages('198.41.2.4', 443)).toBe(false);
    expect(destinationGuard([pages, hidden('198.41.1.4/32')])('198.41.1.4', 443)).toBe(false);
  });

  test('refuses every IPv4 address embedded in an IPv6 address', () => {
    fc.assert(
      fc.property(fc.ipV4(), (ipv4) => {
        const hex = ipv4.split('.').map((part) => Number(part).toString(16).padStart(2, '0'));
        const [high, low] = [hex.slice(0, 2).join(''), hex.slice(2).join('')];
        for (const text of [
          `::ffff:${ipv4}`,
          `::ffff:0:${ipv4}`,
          `::${ipv4}`,
          `64:ff9b::${ipv4}`,
          `2002:${high}:${low}::1`,
          `2001:0:${high}:${low}::`,
          `fe80::5efe:${ipv4}`,
        ])
          expect(guard(text, 443)).toBe(false);
      }),
    );
  });

  test('allows a lab’s networks by configuration, but never our own addresses', () => {
    const lab = destinationGuard([hidden('203.0.113.9/32')], ['203.0.113.0/24']);
    expect(lab('203.0.113.8', 80)).toBe(true);
    expect(lab('203.0.113.9', 80)).toBe(false);
    expect(lab('192.168.0.1', 80)).toBe(false);
  });
});

test('permits our own machine only on the port of its website, and not at all if another entry blocks it', () => {
  const page = { network: '198.41.0.5/32', open: [443] };
  const open = destinationGuard([page, hidden('198.41.0.4/32')]);
  expect([open('198.41.0.5', 443), open('198.41.0.5', 5432), open('198.41.0.4', 443)]).toEqual([
    true,
    false,
    false,
  ]);
  expect(destinationGuard([page, hidden('198.41.0.0/24')])('198.41.0.5', 443)).toBe(false);
});

test("an exit's rules block ports, networks, and domains with their subdomains", () => {
  const rules = { ports: [22], networks: ['9.9.9.0/24'], names: ['bank.example'] };
  const destination = { name: null, address: '8.8.8.8', port: 443 };
  expect(allowedByRules(rules, destination)).toBe(true);
  expect(allowedByRules(rules, { ...destination, port: 22 })).toBe(false);
  expect(allowedByRules(rules, { ...destination, address: '9.9.9.9' })).toBe(false);
  expect(allowedByRules(rules, { ...destination, name: 'bank.example' })).toBe(false);
  expect(allowedByRules(rules, { ...destination, name: 'my.bank.example' })).toBe(false);
  expect(allowedByRules(rules, { ...destination, name: 'mybank.example' })).toBe(true);
});

describe('a destination', () => {
  test.each([
    ['example.com:443', { host: 'example.com', kind: 'name', port: 443 }],
    ['EXAMPLE.com.:80', { host: 'example.com', kind: 'name', port: 80 }],
    ['192.0.2.1:80', { host: '192.0.2.1', kind: 'ipv4', port: 80 }],
    ['[2001:db8::1]:443', { host: '2001:db8::1', kind: 'ipv6', port: 443 }],
  ])('%s is parsed', (text, destination) => {
    expect(readAuthority(text)).toEqual(destination);
  });

  test.each([
    ...['127.1:80', '0x7f.1:80', '2130706433:80', '017700000001:80', '1.2.3.4.:80', 'example.0x:80'],
    ...['example.com', 'example.com:0', 'example.com:65536', 'example.com:080', ':80', 'a b:80', 'a..b:80'],
    ...['[::1%lo]:80', '2001:db8::1:80', 'user@host:80', 'x/y:80', '-a.example:80', 'ex\nample:80', 'é:80'],
  ])('%s is rejected', (text) => {
    expect(readAuthority(text)).toBeNull();
  });

  test('rejects names longer than DNS permits', () => {
    expect(readDestination(`${'a.'.repeat(127)}a`, 80)).toBeNull();
    expect(readDestination(`${'a'.repeat(64)}.example`, 80)).toBeNull();
  });
});
