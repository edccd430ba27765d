import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { defaultInterface, sentBytes, Throughput } from './throughput.ts';

test('returns the bytes per second since the last reading', () => {
  const throughput = new Throughput();
  expect(throughput.update(1_000, 0)).toBeNull();
  expect(throughput.update(1_001_000, 10_000)).toBe(100_000);
  expect(throughput.update(9_000_000, 11_000)).toBe(100_000);
  expect(throughput.update(1_001_000, 40_000)).toBe(0);
});

test('begins again after the counter did, and without a counter', () => {
  const throughput = new Throughput();
  throughput.update(5_000, 0);
  expect(throughput.update(10_000, 10_000)).toBe(500);
  expect(throughput.update(100, 20_000)).toBeNull();
  expect(throughput.update(10_100, 30_000)).toBe(1_000);
  expect(throughput.update(null, 40_000)).toBeNull();
  expect(throughput.update(50_000, 50_000)).toBeNull();
});

test('reads the interface of the default route and its counter of sent bytes', () => {
  const routes =
    'Iface\tDestination\tGateway \tFlags\tRefCnt\tUse\tMetric\tMask\t\tMTU\tWindow\tIRTT\n' +
    'wg0\t0000400A\t00000000\t0001\t0\t0\t0\t0000FFFF\t0\t0\t0\n' +
    'ens3\t00000000\t01020304\t0003\t0\t0\t100\t00000000\t0\t0\t0\n';
  const devices =
    'Inter-|   Receive                                                |  Transmit\n' +
    ' face |bytes    packets errs drop fifo frame compressed multicast|bytes    packets errs drop fifo colls carrier compressed\n' +
    '    lo:     100       1    0    0    0     0          0         0      200       1    0    0    0     0       0          0\n' +
    '  ens3: 3000000    2000    0    0    0     0          0         0  4000000    2500    0    0    0     0       0          0\n';
  expect(defaultInterface(routes)).toBe('ens3');
  expect(sentBytes(devices, 'ens3')).toBe(4_000_000);
  expect(sentBytes(devices, 'ens')).toBeNull();
  expect(defaultInterface('Iface\tDestination\n')).toBeNull();
  expect(sentBytes(readFileSync('/proc/net/dev', 'utf8'), 'lo')).toBeGreaterThanOrEqual(0);
});
