import { expect, test } from 'vitest';
import { drawThroughput } from './draw-throughput.ts';
import { extendIdle, type Reading, appendReading } from './throughput.ts';

/** Readings at intervals of one second, each with this number of received bytes. */
function reading(bytes: readonly number[]): readonly Reading[] {
  let received = 0;
  return [0, ...bytes].reduce<readonly Reading[]>((readings, more, second) => {
    received += more;
    return appendReading(readings, { at: second * 1000, received, sent: 0 });
  }, []);
}

const idle = drawThroughput([]);

test('an idle tunnel has the same drawing at any time', () => {
  for (const seconds of [0, 1, 2, 30, 59, 60, 61, 62, 200])
    expect(drawThroughput(reading(Array.from({ length: seconds }, () => 0)))).toEqual(idle);
});

test('keepalive packets are not visible', () => {
  expect(drawThroughput(reading([0, 148, 0, 32, 0]))).toEqual(idle);
});

test('missing counter updates are drawn as zero throughput', () => {
  const burst = reading([0, 1_000_000, 0]);
  let silent = burst;
  for (let at = 3_400; at < 70_000; at += 1000) silent = extendIdle(silent, at);
  expect(drawThroughput(burst)).not.toEqual(idle);
  expect(drawThroughput(silent)).toEqual(idle);
});

test('the latest second is at the right and in the figures; lines span the full width', () => {
  const { down, up, downLine, upLine } = drawThroughput(reading([0, 0, 125_000]));
  expect([down, up]).toEqual(['1.0', '0.0']);
  expect(downLine).toBe('M0.0 15.5L59.0 15.5L60.0 0.5');
  expect(upLine).toBe('M0.0 15.5L60.0 15.5');
});

test('traffic of more than a minute fills the full width', () => {
  const { downLine } = drawThroughput(reading(Array.from({ length: 90 }, () => 125_000)));
  expect(downLine).toBe('M0.0 0.5L60.0 0.5');
});
