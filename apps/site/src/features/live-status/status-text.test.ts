import { expect, test } from 'vitest';
import { detailOf, locationsUp, serversOf, worstOf } from './status-text.ts';

const inStates = <State>(...states: readonly State[]) => states.map((state) => ({ state }));

test.each([
  [[], 'working'],
  [['working', 'working'], 'working'],
  [['working', 'none'], 'none'],
  [['none', 'degraded', 'working'], 'degraded'],
  [['degraded', 'down', 'working', 'none'], 'down'],
] as const)('the overall state is the worst of its parts: %j', (states, whole) => {
  expect(worstOf(inStates(...states))).toBe(whole);
});

test.each([
  [['working', 'degraded', 'down'], '2 of 3\u00a0locations are available now.'],
  [['working'], '1 of 1\u00a0location is available now.'],
  [['working', 'none', 'none'], '1 of 3\u00a0locations are available now. 2 have no servers yet.'],
  [['down', 'none'], '0 of 2\u00a0locations are available now. 1 has no servers yet.'],
  [['none', 'none'], '2\u00a0locations are planned. None has servers yet.'],
] as const)('locations without servers do not count as down: %j', (states, text) => {
  expect(locationsUp(inStates(...states))).toBe(text);
});

test('formats figures', () => {
  expect(serversOf({ working: 1, all: 2 })).toBe('1 of 2 servers');
  expect(serversOf({ working: 0, all: 0 })).toBe('No servers yet');
  const none = { state: 'none', working: 0, all: 0, countries: 0 } as const;
  const working = { ...none, state: 'working' } as const;
  expect(detailOf({ ...none, name: 'gateways' })).toBe('No servers are in service.');
  expect(detailOf({ ...working, name: 'gateways', working: 1, all: 2 })).toContain('1 of 2');
  expect(detailOf({ ...none, name: 'residential' })).toBe('No exits are in service.');
  expect(detailOf({ ...none, state: 'down', name: 'residential' })).toBe('No exits are online.');
  expect(detailOf({ ...working, name: 'residential', working: 1, countries: 1 })).toBe(
    '1 exit online in 1 country.',
  );
  expect(detailOf({ ...working, name: 'residential', working: 3, countries: 2 })).toBe(
    '3 exits online in 2\u00a0countries.',
  );
});
