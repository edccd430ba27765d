import { expect, test } from 'vitest';
import { drawThroughput } from './draw-throughput.ts';
import { goneOn, type Reading, remember } from './throughput.ts';

/** Readings a second apart, with so many bytes received in each. */
function reading(bytes: readonly number[]): readonly Reading[] {
  let received = 0;
  return [0, ...bytes].reduce<readonly Reading[]>((readings, more, second) => {
    received += more;
    return remember(readings, { at: second * 1000, received, sent: 0 });
  }, []);
}

const idle = drawThroughput([]);

test('a tunnel through which nothing goes looks the same from its first second to beyond its first minute', () => {
  for (const seconds of [0, 1, 2, 30, 59, 60, 61, 62, 200])
    expect(drawThroughput(reading(Array.from({ length: seconds }, () => 0)))).toEqual(idle);
});

test('a packet that keeps the way open is none to be seen', () => {
  expect(drawThroughput(reading([0, 148, 0, 32, 0]))).toEqual(idle);
});

test('silence of the counters is drawn as if they had been told to stand still', () => {
  const burst = reading([0, 1_000_000, 0]);
  let silent = burst;
  for (let at = 3_400; at < 70_000; at += 1000) silent = goneOn(silent, at);
  expect(drawThroughput(burst)).not.toEqual(idle);
  expect(drawThroughput(silent)).toEqual(idle);
});

test('the latest second is at the right and in the figures, and a line reaches to the left side', () => {
  const { down, up, downLine, upLine } = drawThroughput(reading([0, 0, 125_000]));
  expect([down, up]).toEqual(['1.0', '0.0']);
  expect(downLine).toBe('M0.0 15.5L59.0 15.5L60.0 0.5');
  expect(upLine).toBe('M0.0 15.5L60.0 15.5');
});

test('what goes on for longer than a minute begins at the left side', () => {
  const { downLine } = drawThroughput(reading(Array.from({ length: 90 }, () => 125_000)));
  expect(downLine).toBe('M0.0 0.5L60.0 0.5');
});
