import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Part } from './route.ts';
import { createRouter } from './router.ts';
import type { Table } from './table.ts';

/** A browser's history with nothing around it. */
function enter(address: string) {
  const base = 'https://comet.test';
  const entries = [{ url: new URL(address, base), state: null as unknown }];
  let at = 0;
  const listeners = new Map<string, () => void>();
  const go = (by: number) => {
    at += by;
    listeners.get('popstate')?.();
  };
  const url = (href = '') => new URL(href, entries[at]?.url);
  vi.stubGlobal('window', {
    get location() {
      return entries[at]?.url;
    },
  });
  vi.stubGlobal('history', {
    get state() {
      return entries[at]?.state;
    },
    go,
    pushState: (state: unknown, _: string, href?: string) => {
      entries.splice(at + 1, Infinity, { url: url(href), state });
      at += 1;
    },
    replaceState: (state: unknown, _: string, href?: string) => {
      entries[at] = { url: url(href), state };
    },
  });
  vi.stubGlobal('sessionStorage', { getItem: () => null, setItem: () => {} });
  vi.stubGlobal('scrollY', 0);
  vi.stubGlobal('addEventListener', (name: string, listener: () => void) => listeners.set(name, listener));
  return { path: () => entries[at]?.url.pathname, length: () => entries.length, go };
}

const screen = (name: string): Part => ({ screen: () => Promise.resolve({ default: () => name }) });
const awaited: Part = {};

function routerOf(table: Table, further: () => Promise<Table> = () => Promise.resolve({})) {
  return createRouter({ table, further, awaited });
}

const drawn = (router: ReturnType<typeof routerOf>) => router.shown()?.parts.map(({ part }) => part);

describe('the router', () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => {
    vi.useRealTimers();
    vi.unstubAllGlobals();
  });

  it('draws a screen within what stands around it, and fetches further addresses only for one of those', async () => {
    enter('/login/?redirect=%2Fdash');
    const frame = screen('frame');
    const home = { ...screen('home'), within: frame };
    const logIn = screen('log in');
    const further = vi.fn<() => Promise<Table>>(() => Promise.resolve<Table>({ '/dash/home': home }));
    const router = routerOf({ '/login': logIn }, further);
    await router.start();
    expect(drawn(router)).toEqual([logIn]);
    expect(router.shown()?.search).toEqual({ redirect: '/dash' });
    expect(further).not.toHaveBeenCalled();
    await router.go('/dash/home/');
    expect(drawn(router)).toEqual([frame, home]);
  });

  it('draws another query of the same screen before it returns', async () => {
    enter('/login');
    const router = routerOf({ '/login': { ...screen('log in'), admit: () => undefined } });
    await router.start();
    void router.go('/login?session=expired');
    expect(router.shown()?.search).toEqual({ session: 'expired' });
  });

  it('lets a guard lead elsewhere, and keeps where it stood out of the history', async () => {
    const browser = enter('/login');
    const logIn = screen('log in');
    const admit = vi.fn<() => string>(() => '/login');
    const router = routerOf({ '/login': logIn, '/register': { ...screen('register'), admit } });
    await router.start();
    await router.go('/register');
    expect(admit).toHaveBeenCalled();
    expect([browser.path(), browser.length()]).toEqual(['/login', 2]);
    expect(drawn(router)).toEqual([logIn]);
  });

  it('draws nothing of a screen before its guard has let the person in', async () => {
    enter('/login');
    const allowed = Promise.withResolvers<undefined>();
    const guarded = { ...screen('guarded'), admit: () => allowed.promise };
    const router = routerOf({ '/login': guarded });
    const started = router.start();
    await vi.advanceTimersByTimeAsync(1000);
    expect(drawn(router)).toEqual([awaited]);
    allowed.resolve(undefined);
    await started;
    expect(drawn(router)).toEqual([guarded]);
  });

  it('draws what was asked for last, however late the other comes', async () => {
    enter('/login');
    const late = Promise.withResolvers<{ default: () => string }>();
    const register = screen('register');
    const router = routerOf({ '/login': { screen: () => late.promise }, '/register': register });
    const started = router.start();
    await router.go('/register');
    late.resolve({ default: () => 'log in' });
    await started;
    expect(drawn(router)).toEqual([register]);
  });

  it('says what could not be fetched, and fetches it when it is tried again', async () => {
    enter('/login');
    const fetched = vi
      .fn<NonNullable<Part['screen']>>()
      .mockRejectedValueOnce(new TypeError('gone'))
      .mockResolvedValue({ default: () => 'log in' });
    const router = routerOf({ '/login': { screen: fetched } });
    await router.start();
    expect(router.shown()?.parts[0]?.failure?.error).toEqual(new TypeError('gone'));
    await router.again();
    expect(router.shown()?.parts[0]?.failure).toBeUndefined();
  });

  it('fetches ahead only what would be entered, and goes nowhere', async () => {
    const browser = enter('/login');
    const ahead = vi.fn<NonNullable<Part['screen']>>(() => Promise.resolve({ default: () => 'register' }));
    let entered = false;
    const admit = () => (entered ? undefined : '/login');
    const router = routerOf({ '/login': screen('log in'), '/register': { screen: ahead, admit } });
    await router.start();
    await router.fetch('/register', { guarded: true });
    expect(ahead).not.toHaveBeenCalled();
    entered = true;
    await router.fetch('/register', { guarded: true });
    expect(ahead).toHaveBeenCalledOnce();
    expect(browser.path()).toBe('/login');
  });

  it('asks whoever would lose something, on a link and on the way back', async () => {
    const browser = enter('/login');
    const router = routerOf({ '/login': screen('log in'), '/register': screen('register') });
    await router.start();
    await router.go('/register');
    let may = false;
    router.keep(() => may);
    await router.go('/login');
    expect(browser.path()).toBe('/register');
    browser.go(-1);
    await vi.advanceTimersByTimeAsync(0);
    expect(browser.path()).toBe('/register');
    may = true;
    browser.go(-1);
    await vi.advanceTimersByTimeAsync(0);
    expect([browser.path(), router.shown()?.location.pathname]).toEqual(['/login', '/login']);
  });
});
