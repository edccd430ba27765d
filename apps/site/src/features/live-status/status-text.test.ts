import { expect, test } from 'vitest';
import { detailOf, worstOf } from './follow-status.ts';

test.each([
  [[], 'working'],
  [['working', 'working'], 'working'],
  [['working', 'degraded'], 'degraded'],
  [['degraded', 'down', 'working'], 'down'],
] as const)('the overall state is the worst of its parts: %j', (states, whole) => {
  expect(worstOf(states.map((state) => ({ state })))).toBe(whole);
});

test('formats figures', () => {
  const none = { state: 'working', working: 0, all: 0, countries: 0 } as const;
  expect(detailOf({ ...none, name: 'gateways' })).toBe('No servers are in service.');
  expect(detailOf({ ...none, name: 'gateways', working: 1, all: 2 })).toContain('1 of 2');
  expect(detailOf({ ...none, name: 'residential', working: 1, countries: 1 })).toBe(
    '1 exit online in 1 country.',
  );
  expect(detailOf({ ...none, name: 'residential', working: 3, countries: 2 })).toBe(
    '3 exits online in 2 countries.',
  );
});
