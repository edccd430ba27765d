import { createServer } from 'node:net';
import { once } from 'node:events';
import { exitMeasure } from '@comet/contract';
import { manualClock } from '@comet/foundation';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type KeptLine, createMeasuring, measureBytes } from './measuring.ts';
import { measureLine } from './measure-line.ts';

const noCaps = { bytesPerSecond: null, dayBytes: null };
const hour = 3_600_000;

test('a measurement never uses more than 8 MB, a hundredth of the day’s cap, or half a second at the capped speed', () => {
  const cap = fc.option(fc.integer({ min: 1, max: 10_000_000_000 }));
  fc.assert(
    fc.property(cap, cap, fc.nat(10_000_000_000), (bytesPerSecond, dayBytes, today) => {
      const nothing = { measuredAt: null, triedAt: null, usagePerSecond: 0 };
      const each = measureBytes({ ...nothing, now: 0, today, caps: { bytesPerSecond, dayBytes } }) ?? 0;
      expect(2 * each).toBeLessThanOrEqual(2 * exitMeasure.maxBytes);
      if (dayBytes !== null) expect(2 * each).toBeLessThanOrEqual(dayBytes / 100);
      if (dayBytes !== null) expect(today + 2 * each).toBeLessThanOrEqual(Math.max(today, dayBytes));
      if (bytesPerSecond !== null) expect(2 * each).toBeLessThanOrEqual(bytesPerSecond / 2);
    }),
  );
});

function room(kept: KeptLine | null = null) {
  const clock = manualClock(new Date('2026-11-22T10:00:00Z'));
  const around = { today: 0, works: true, content: kept };
  const measured: number[] = [];
  const file = {
    read: () => Promise.resolve(around.content),
    write(given: KeptLine) {
      around.content = given;
      return Promise.resolve();
    },
    remove: () => Promise.resolve(),
    version: () => Promise.resolve(null),
  };
  const open = () =>
    createMeasuring({
      ...{ file, clock, today: () => around.today, caps: () => noCaps },
      measure(_path, bytes) {
        measured.push(bytes);
        const line = around.works ? { downBytesPerSecond: 5, upBytesPerSecond: 3 } : null;
        return Promise.resolve({ line, spentBytes: 2 * bytes });
      },
      addMeasuredBytes(bytes) {
        around.today += bytes;
        return Promise.resolve();
      },
    });
  return { clock, around, measured, open };
}

const path = { from: '', to: '', port: 0 };

test('measures a line when it joins and once a day, not after a restart, and not while it is busy', async () => {
  const { clock, around, measured, open } = room();
  const first = await open();
  expect(first.line).toBeNull();
  expect(await first.measureIfDue(path)).toBe(true);
  expect(first.line).toEqual({ downBytesPerSecond: 5, upBytesPerSecond: 3 });
  expect(around.today).toBe(2 * exitMeasure.maxBytes);
  const again = await open();
  clock.advance(23 * hour);
  expect(await again.measureIfDue(path)).toBe(false);
  clock.advance(hour);
  around.today += 100_000_000_000;
  expect(await again.measureIfDue(path)).toBe(false);
  clock.advance(10_000);
  expect(await again.measureIfDue(path)).toBe(true);
  expect(measured).toHaveLength(2);
});

test('retries a measurement without a result after an hour', async () => {
  const { clock, around, measured, open } = room();
  const measuring = await open();
  around.works = false;
  for (let minute = 0; minute < 61; minute += 1) {
    await measuring.measureIfDue(path);
    clock.advance(60_000);
  }
  expect(measured).toHaveLength(2);
  expect(measuring.line).toBeNull();
});

test('a gateway that does not respond, or responds with invalid data, causes no result and no error', async () => {
  const server = createServer((socket) => {
    socket.on('error', () => undefined);
    socket.once('data', (line) => socket.end(line.toString().startsWith('down') ? '' : 'fast\n'));
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as { port: number };
  const there = { from: '127.0.0.1', to: '127.0.0.1', port };
  expect((await measureLine(there, 200_000)).line).toBeNull();
  server.close();
  await once(server, 'close');
  expect(await measureLine(there, 200_000)).toEqual({ line: null, spentBytes: 0 });
});
