import { describe, expect, it } from 'vitest';
import { isWithin, matchPath } from './match.ts';

const addresses = [
  '/',
  '/login',
  '/login/social',
  '/login/$provider/callback',
  '/dash/dedicated/$id',
  '/dash/dedicated/payment',
  '/dash/$',
  '/$',
] as const;
const match = (path: string) => matchPath(addresses, path);

describe('a path is', () => {
  it.each([
    ['/', '/'],
    ['/login', '/login'],
    ['/login/', '/login'],
    ['/Login/Social', '/login/social'],
    ['/dash/dedicated/payment', '/dash/dedicated/payment'],
    ['/dash/nowhere/at/all', '/dash/$'],
    ['/dash', '/dash/$'],
    ['/nowhere', '/$'],
    ['/login/google', '/$'],
  ])('%s: the address that spells most of it out', (path, address) => {
    expect(match(path)?.address).toBe(address);
  });

  it('read for what stands in the place of a name', () => {
    expect(match('/login/google/callback')).toEqual({
      address: '/login/$provider/callback',
      params: { provider: 'google' },
    });
    expect(match('/dash/dedicated/a%2Fb/')?.params).toEqual({ id: 'a/b' });
  });

  it('no place of a name when it is no text', () => {
    expect(match('/dash/dedicated/%E0%A4%A')?.address).toBe('/dash/$');
  });
});

it('nothing fits: null', () => {
  expect(matchPath(['/login'], '/register')).toBeNull();
});

it('a path lies within an address part by part', () => {
  expect(isWithin('/dash/settings/two-factor', '/dash/settings/')).toBe(true);
  expect(isWithin('/dash/settings', '/dash/settings/')).toBe(true);
  expect(isWithin('/dash/settings-of-old', '/dash/settings/')).toBe(false);
});
