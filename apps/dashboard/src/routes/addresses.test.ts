import { describe, expect, it } from 'vitest';
import { router } from '../router.ts';

const routeOf = (path: string) => {
  const [routes, params] = router.getMatchedRoutes(path);
  return { address: routes.at(-1)?.fullPath, params: { ...params } };
};

describe('a path', () => {
  it.each([
    ['/', '/'],
    ['/login', '/login'],
    ['/login/', '/login'],
    ['/Login/Social', '/login/social'],
    ['/dash/dedicated/payment', '/dash/dedicated/payment'],
    ['/dash/dedicated/extend/8', '/dash/dedicated/extend/$id'],
    ['/payment/subscription/upgrade', '/payment/subscription/upgrade'],
    ['/payment/subscription/8', '/payment/subscription/$id'],
    ['/dash/nowhere/at/all', '/dash/$'],
    ['/dash', '/dash/'],
    ['/dash/', '/dash/'],
    ['/nowhere', '/$'],
    ['/login/google', '/$'],
  ])('%s matches the most specific route', (path, address) => {
    expect(routeOf(path).address).toBe(address);
  });

  it('is parsed for its parameters', () => {
    expect(routeOf('/login/google/callback')).toEqual({
      address: '/login/$provider/callback',
      params: { provider: 'google' },
    });
    expect(routeOf('/dash/dedicated/a%2Fb/').params).toEqual({ id: 'a/b' });
  });
});
