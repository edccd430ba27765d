import { expect, test } from 'vitest';
import { packetsDuringHeadline, packetTime, headlineDuration } from './headline-and-packets.ts';

const noon = new Date(2026, 10, 22, 12).getTime();
const headlineLog = [
  { at: 0, drawn: 10, headline: 'Not protected' },
  { at: 100, drawn: 110, headline: 'Connected' },
  { at: 200, drawn: 210, headline: 'Blocked' },
  { at: 300, drawn: 310, headline: 'Connected' },
];
const left = [50, 100, 180, 200, 210, 399, 400].map((at) => ({ at, packet: String(at) }));

test('a packet during a headline is reported with the remaining time on the screen and the time since the page changed', () => {
  const found = packetsDuringHeadline('Connected', headlineLog, left, 400).map(
    ({ at, shownForMs, pendingFrameMs }) => [at, shownForMs, pendingFrameMs],
  );
  expect(found).toEqual([
    [100, 110, -100],
    [180, 30, -20],
    [200, 10, 0],
    [399, 1, -1],
  ]);
});

test('the duration of a headline is the sum of its spans', () => {
  expect(headlineDuration('Connected', headlineLog, 400)).toBe(210);
  expect(headlineDuration('Paused', headlineLog, 400)).toBe(0);
});

test('a tcpdump line is assigned to the nearest day, also across midnight', () => {
  const justBefore = new Date(2026, 10, 21, 23, 59, 59).getTime();
  expect(packetTime('12:00:00.250000 IP 192.0.2.1 > 192.0.2.2: UDP', noon)).toBe(noon + 250);
  expect(packetTime('00:00:00.500000 IP a > b', justBefore)).toBe(justBefore + 1500);
  expect(packetTime('23:59:59.000000 IP a > b', justBefore + 2000)).toBe(justBefore);
  expect(packetTime('listening on lan', noon)).toBeNull();
});
