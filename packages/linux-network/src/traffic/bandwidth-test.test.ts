import type { Socket } from 'node:net';
import { Writable } from 'node:stream';
import { expect, test } from 'vitest';
import { throughputOf, sendBytes } from './bandwidth-test.ts';

test('measures the second half of the bytes, after TCP’s slow start', () => {
  const slowStart = [
    { at: 0, total: 10_000 },
    { at: 400, total: 40_000 },
    { at: 600, total: 500_000 },
    { at: 1_100, total: 1_000_000 },
  ];
  expect(throughputOf(slowStart)).toBe(1_000_000);
});

test('returns no rate for bytes that arrive at once', () => {
  expect(throughputOf([])).toBeNull();
  expect(throughputOf([{ at: 5, total: 100_000 }])).toBeNull();
  expect(
    throughputOf([
      { at: 5, total: 100_000 },
      { at: 5.5, total: 200_000 },
    ]),
  ).toBeNull();
});

test('repeated waits for a slow receiver leave no listener on the socket', async () => {
  const slow = new Writable({ write: (_part, _encoding, taken) => void setImmediate(taken) }) as Socket;
  await sendBytes(slow, 65_536 * 30);
  expect([slow.listenerCount('close'), slow.listenerCount('drain')]).toEqual([0, 0]);
});
