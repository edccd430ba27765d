import { manualClock } from '@comet/foundation';
import { expect, test } from 'vitest';
import { certificateClock } from './certificate-clock.ts';

const start = new Date('2026-11-23T12:00:00Z');
const refusal = (code: string) => Object.assign(new Error(code), { code });
const hour = 3_600_000;

/** A certificate clock with a settable wall clock and a settable monotonic clock. */
function setUp() {
  const clock = manualClock(start);
  let count = 5_000;
  const clockWatch = certificateClock(clock, () => count);
  const pass = (milliseconds: number) => {
    count += milliseconds;
    clock.advance(milliseconds);
  };
  return { clockWatch, pass, set: clock.advance };
}

test.each([
  ['Mon, 23 Nov 2026 12:00:05 GMT', null],
  ['Mon, 23 Nov 2026 12:29:00 GMT', null],
  ['Mon, 23 Nov 2026 11:31:00 GMT', null],
  ['Mon, 23 Nov 2026 13:00:00 GMT', 'clock_behind'],
  ['Wed, 25 Nov 2026 12:00:00 GMT', 'clock_behind'],
  ['Mon, 23 Nov 2026 11:00:00 GMT', 'clock_ahead'],
  ['Sun, 23 Nov 2025 12:00:00 GMT', 'clock_ahead'],
  ['no date', null],
  [null, null],
])('a response dated %s indicates for a clock at noon: %s', (date, fault) => {
  const { clockWatch } = setUp();
  clockWatch.received(date);
  expect(clockWatch.fault()).toBe(fault);
});

test.each([
  ['CERT_NOT_YET_VALID', 'clock_behind'],
  ['CERT_HAS_EXPIRED', 'clock_ahead'],
  ['DEPTH_ZERO_SELF_SIGNED_CERT', null],
  ['ECONNREFUSED', null],
])('a connection that fails with %s indicates for the clock: %s', (code, fault) => {
  const { clockWatch } = setUp();
  expect(clockWatch.fault()).toBeNull();
  clockWatch.failed(refusal(code));
  expect(clockWatch.fault()).toBe(fault);
  clockWatch.failed(new Error('no code'));
  expect(clockWatch.fault()).toBe(fault);
});

test('prefers the Date of a response to a certificate error in either order', () => {
  const { clockWatch } = setUp();
  clockWatch.received('Mon, 23 Nov 2026 12:00:00 GMT');
  clockWatch.failed(refusal('CERT_HAS_EXPIRED'));
  expect(clockWatch.fault()).toBeNull();
  clockWatch.received('Mon, 23 Nov 2026 20:00:00 GMT');
  expect(clockWatch.fault()).toBe('clock_behind');
});

test('evidence is valid until the clock is set or the machine sleeps', () => {
  for (const learn of ['received', 'failed'] as const) {
    const { clockWatch, pass, set } = setUp();
    if (learn === 'received') clockWatch.received('Mon, 23 Nov 2026 20:00:00 GMT');
    else clockWatch.failed(refusal('CERT_NOT_YET_VALID'));
    pass(7 * hour);
    expect(clockWatch.fault()).toBe('clock_behind');
    set(8 * hour);
    expect(clockWatch.fault()).toBeNull();
  }
});
