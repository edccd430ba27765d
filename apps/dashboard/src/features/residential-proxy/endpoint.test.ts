import { describe, expect, it } from 'vitest';
import { isSessionName, lifetimeOf, newSessionName, targetedUsername } from './endpoint.ts';

const anywhere = { country: null, city: null, session: null };

describe('the user name of an endpoint', () => {
  it('contains the target, and the session with its lifetime', () => {
    expect(targetedUsername('ab12cd', anywhere)).toBe('ab12cd');
    expect(targetedUsername('ab12cd', { ...anywhere, country: 'US', city: 'nyc' })).toBe(
      'ab12cd-country-us-city-nyc',
    );
    expect(
      targetedUsername('ab12cd', {
        ...anywhere,
        country: 'DE',
        session: { name: 'abc', lifetime: 30, ifGone: 'fail' },
      }),
    ).toBe('ab12cd-country-de-session-abc-lifetime-30-ifgone-fail');
  });

  it('creates session names that the proxy accepts', () => {
    expect(isSessionName(newSessionName())).toBe(true);
    expect(['', 'A', 'a-b', 'a'.repeat(33)].some(isSessionName)).toBe(false);
    expect(['1', '1440', '0', '1441', '', '1.5'].map(lifetimeOf)).toEqual([1, 1440, null, null, null, null]);
  });
});
