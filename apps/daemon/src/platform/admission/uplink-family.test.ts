import type { NetworkInterfaceInfo } from 'node:os';
import { expect, test } from 'vitest';
import { uplinkFamily } from './uplink-family.ts';

const of = (...addresses: string[]) =>
  addresses.map((address) => ({
    address,
    family: address.includes(':') ? 'IPv6' : 'IPv4',
    internal: address === '127.0.0.1',
  })) as NetworkInterfaceInfo[];

test.each([
  [{ lo: of('127.0.0.1'), eth0: of('192.168.1.7', '2001:db8::7') }, 4],
  [{ lo: of('127.0.0.1'), eth0: of('2001:db8::7', 'fe80::7') }, 6],
  [{ eth0: of('2001:db8::7', '169.254.3.4'), comet0: of('100.64.3.4') }, 6],
  [{ eth0: of('fe80::7', 'fd12::7') }, 4],
  [{ clat: of('192.0.0.4'), wwan0: of('2001:db8::7') }, 4],
  [{}, 4],
])('a machine with %j uses IPv%i', (links, family) => {
  expect(uplinkFamily(links, ['comet0'])).toBe(family);
});
