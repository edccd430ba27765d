import { expect, test } from 'vitest';
import { isPublicIp } from './public-ip.ts';

test.each([
  '203.0.113.9',
  '8.8.8.8',
  '172.15.255.255',
  '172.32.0.1',
  '100.63.255.255',
  '223.255.255.255',
  '2001:db8::1',
  '3fff::1',
])('%s is globally reachable', (address) => expect(isPublicIp(address)).toBe(true));

test.each([
  ...[
    '0.0.0.0',
    '10.0.0.1',
    '100.64.0.1',
    '127.0.0.1',
    '169.254.169.254',
    '172.16.0.1',
    '172.31.255.255',
    '192.168.1.1',
    '224.0.0.1',
  ],
  ...[
    '255.255.255.255',
    '::',
    '::1',
    '::ffff:8.8.8.8',
    'fe80::1',
    'fd00::1',
    'ff02::1',
    '8.8.8',
    '8.8.8.8/32',
    '',
  ],
])('%s is not', (address) => expect(isPublicIp(address)).toBe(false));
