import { describe, expect, it } from 'vitest';
import { afterSignIn, guard, type RouteRule, type Visit } from './guard.ts';

const users: RouteRule = { kind: 'users', fallback: 'login' };
const visit = (address: string, signedIn: boolean, storedRedirect: string | null = null): Visit => ({
  address,
  signedIn,
  storedRedirect,
});

describe('1: a route that accepts a one-time token', () => {
  const rule: RouteRule = { ...users, acceptsOneTimeToken: true };

  it('exchanges it, signed in or not, and removes it from the URL', () => {
    const verdict = {
      kind: 'exchange',
      oneTimeToken: 'abc',
      to: '/dash/home/',
      otherwise: '/register/?redirect=%2Fdash%2Fhome%2F&session=failed',
    };
    expect(guard(rule, visit('/dash/home/?cometToken=abc', false))).toEqual(verdict);
    expect(guard(rule, visit('/dash/home/?cometToken=abc', true))).toEqual(verdict);
  });

  it('keeps the rest of the URL, and removes every copy of the token', () => {
    const address = '/payment/subscription?cometToken=abc&plan=12-months&cometToken=def#top';
    expect(guard(rule, visit(address, false))).toMatchObject({
      oneTimeToken: 'abc',
      to: '/payment/subscription?plan=12-months#top',
    });
  });

  it('treats an empty token as an invalid one', () => {
    expect(guard(rule, visit('/dash/home/?cometToken=', false))).toMatchObject({
      kind: 'exchange',
      oneTimeToken: '',
    });
  });

  it('ignores it on any other route', () => {
    expect(guard(users, visit('/dash/devices?cometToken=abc', true))).toEqual({ kind: 'allow' });
  });
});

describe('2: a route that needs an account', () => {
  it('admits a user', () => {
    expect(guard(users, visit('/dash/devices', true))).toEqual({ kind: 'allow' });
  });

  it('redirects a visitor to its fallback, with the full path as a query parameter', () => {
    const address = '/dash/quick-login/?code=BCDF-GHJK#x';
    expect(guard(users, visit(address, false))).toEqual({
      kind: 'redirect',
      to: `/login/?redirect=${encodeURIComponent(address)}`,
      store: address,
    });
    expect(
      guard({ kind: 'users', fallback: 'register' }, visit('/payment/subscription', false)),
    ).toMatchObject({
      to: '/register/?redirect=%2Fpayment%2Fsubscription',
    });
  });
});

describe('3: a route for visitors', () => {
  it('admits a visitor', () => {
    expect(guard({ kind: 'visitors' }, visit('/login/', false))).toEqual({ kind: 'allow' });
  });

  it('redirects a user to home and keeps the query', () => {
    expect(guard({ kind: 'visitors' }, visit('/login/?from=mail#top', true))).toEqual({
      kind: 'redirect',
      to: '/dash/home/?from=mail',
    });
  });

  it('redirects a user to the target of the sign-in and to no other origin', () => {
    const social = (to: string) =>
      guard(
        { kind: 'visitors', leadsOn: true },
        visit(`/login/social/?opener=app&provider=google&redirect=${encodeURIComponent(to)}`, true),
      );
    expect(social('/dash/quick-login/?code=BCDF-GHJK')).toEqual({
      kind: 'redirect',
      to: '/dash/quick-login/?code=BCDF-GHJK',
    });
    expect(social('//elsewhere.example/')).toMatchObject({ to: expect.stringMatching(/^\/dash\/home\/\?/) });
  });

  it('admits both visitors and users to a confirmation', () => {
    for (const signedIn of [true, false]) {
      expect(guard({ kind: 'everyone' }, visit('/verify-email/confirm?token=t', signedIn))).toEqual({
        kind: 'allow',
      });
    }
  });
});

describe('an unknown address', () => {
  it('redirects a visitor to the registration and a user to home', () => {
    expect(guard({ kind: 'unknown' }, visit('/nowhere?a=b', false))).toEqual({
      kind: 'redirect',
      to: '/register/',
    });
    expect(guard({ kind: 'unknown' }, visit('/nowhere?a=b', true))).toEqual({
      kind: 'redirect',
      to: '/dash/home/?a=b',
    });
  });
});

describe('4: the root path', () => {
  it('follows a stored redirect once', () => {
    expect(guard({ kind: 'root' }, visit('/', true, '/dash/devices'))).toEqual({
      kind: 'redirect',
      to: '/dash/devices',
      store: null,
    });
    expect(guard({ kind: 'root' }, visit('/', true))).toMatchObject({ to: '/dash/home/' });
  });

  it('does not follow a stored redirect to another origin', () => {
    expect(guard({ kind: 'root' }, visit('/', true, '//evil.example'))).toMatchObject({ to: '/dash/home/' });
  });

  it('redirects a visitor to the login and keeps the stored redirect', () => {
    expect(guard({ kind: 'root' }, visit('/', false, '/dash/devices'))).toEqual({
      kind: 'redirect',
      to: '/login/',
    });
  });
});

describe('after signing in', () => {
  it('returns a path of this origin, else the root', () => {
    expect(afterSignIn('/dash/devices')).toBe('/dash/devices');
    expect(afterSignIn('https://evil.example/')).toBe('/');
    expect(afterSignIn(undefined)).toBe('/');
  });
});
