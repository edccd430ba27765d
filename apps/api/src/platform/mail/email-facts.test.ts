import { expect, test } from 'vitest';
import { deviceFact, timeFact } from './email.ts';

test('describes a device by its known properties', () => {
  expect(deviceFact({ name: 'Firefox', platform: 'linux' }).value).toBe('Firefox on Linux');
  expect(deviceFact({ name: 'Comet', platform: null }).value).toBe('Comet');
  expect(deviceFact({ name: null, platform: 'ios' }).value).toBe('An unknown app on iOS');
  expect(deviceFact({ name: null, platform: null }).value).toBe('An unknown app');
});

test('shows a time in UTC, with its zone', () => {
  expect(timeFact(new Date('2026-11-21T12:05:59Z'))).toEqual({
    term: 'Time',
    value: '21 November 2026 at 12:05 UTC',
  });
});
