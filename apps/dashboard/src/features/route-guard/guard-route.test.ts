import { createMemoryHistory, createRootRoute, createRoute, createRouter } from '@tanstack/react-router';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { parseSearch, stringifySearch } from '../../platform/navigation/query-string.ts';
import { guardRoute } from './guard-route.ts';

/** The contents of a browser's storage. */
function storage() {
  const kept = new Map<string, string>();
  return {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
    removeItem: (key: string) => void kept.delete(key),
  };
}

beforeEach(() => {
  vi.stubGlobal('window', {});
  vi.stubGlobal('localStorage', storage());
  vi.stubGlobal('sessionStorage', storage());
});
afterEach(() => {
  vi.unstubAllGlobals();
});

function routerAt(address: string) {
  const root = createRootRoute();
  const route = (path: string, rule: Parameters<typeof guardRoute>[0]) =>
    createRoute({ getParentRoute: () => root, path, beforeLoad: guardRoute(rule) });
  const routeTree = root.addChildren([
    route('/', { kind: 'root' }),
    route('/login', { kind: 'visitors' }),
    route('/404', { kind: 'everyone' }),
    route('/dash/devices', { kind: 'users', fallback: 'login' }),
    route('/dash/home', { kind: 'users', fallback: 'login' }),
  ]);
  const history = createMemoryHistory({ initialEntries: [address] });
  const router = createRouter({
    routeTree,
    history,
    parseSearch,
    stringifySearch,
    trailingSlash: 'preserve',
    isServer: false,
  });
  return { router, history, href: () => router.state.location.href };
}

it('redirects a visitor to the login with the full address, replacing the history entry', async () => {
  const { router, history, href } = routerAt('/404');
  await router.load();
  await router.navigate({ href: '/dash/devices?x=1#top' });
  await router.load();
  expect(href()).toBe('/login/?redirect=%2Fdash%2Fdevices%3Fx%3D1%23top');
  expect(sessionStorage.getItem('comet:redirect')).toBe('/dash/devices?x=1#top');
  expect(history.length).toBe(2);
});

it('redirects a user from the login to home with the query, and from the root to the stored address', async () => {
  localStorage.setItem('comet:access-token', 'token');
  const logIn = routerAt('/login?x=1');
  await logIn.router.load();
  expect(logIn.href()).toBe('/dash/home/?x=1');
  sessionStorage.setItem('comet:redirect', '/dash/devices');
  const start = routerAt('/');
  await start.router.load();
  expect(start.href()).toBe('/dash/devices');
  expect(sessionStorage.getItem('comet:redirect')).toBeNull();
});

it('preloading a link stores nothing and does not redirect', async () => {
  const { router, href } = routerAt('/login');
  await router.load();
  await router.preloadRoute({ to: '.', href: '/dash/devices' });
  expect(href()).toBe('/login');
  expect(sessionStorage.getItem('comet:redirect')).toBeNull();
});
