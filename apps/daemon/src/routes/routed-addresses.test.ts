import { expect, test } from 'vitest';
import { routedAddresses } from './routed-addresses.ts';

const hour = 3_600_000;
const differs = () => false;
const isSame = () => true;

test('an address stays for its TTL and an hour, and longer after each report', () => {
  let now = 0;
  const addresses = routedAddresses(() => now);
  addresses.add('a.example', ['198.51.100.1', '2001:db8::1'], 60, differs);
  now = hour;
  expect(addresses.of('a.example')).toHaveLength(2);
  addresses.add('a.example', ['198.51.100.1'], 60, differs);
  now = hour + 60_000;
  expect(addresses.of('a.example')).toEqual([{ address: '198.51.100.1', until: 2 * hour + 60_000 }]);
  addresses.add('a.example', ['198.51.100.2'], 4_000_000_000, differs);
  expect(addresses.of('a.example')[1]?.until).toBe(now + 25 * hour);
});

test('an address of another route is not routed, unless both leave alike', () => {
  let now = 0;
  const addresses = routedAddresses(() => now);
  addresses.add('a.example', ['198.51.100.1'], 60, differs);
  expect([...addresses.add('b.example', ['198.51.100.1', '198.51.100.2'], 60, differs)]).toEqual([
    ['b.example', [{ address: '198.51.100.2', until: hour + 60_000 }]],
  ]);
  now = 1_000;
  expect([...addresses.add('b.example', ['198.51.100.1'], 60, isSame).keys()]).toEqual(['a.example']);
  addresses.keepOnly(['b.example']);
  expect(addresses.of('a.example')).toEqual([]);
  expect([...addresses.add('b.example', ['198.51.100.1'], 60, differs).keys()]).toEqual(['b.example']);
});

test('addresses that are not on the public internet are not routed', () => {
  const addresses = routedAddresses(() => 0);
  const others = ['10.0.0.1', '127.0.0.1', '100.64.0.1', 'fe80::1', '::1', 'example', ''];
  expect(addresses.add('a.example', others, 60, differs).size).toBe(0);
});
