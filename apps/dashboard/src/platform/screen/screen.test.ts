import { createMemoryHistory, createRootRoute, createRoute, createRouter } from '@tanstack/react-router';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { screen } from './screen.tsx';

beforeEach(() => {
  vi.stubGlobal('window', {});
});
afterEach(() => {
  vi.unstubAllGlobals();
});

type Fetch = Parameters<typeof screen>[0];

function routerAt(fetch: Fetch) {
  const root = createRootRoute();
  const logIn = createRoute({ getParentRoute: () => root, path: '/login', component: screen(fetch) });
  const history = createMemoryHistory({ initialEntries: ['/login'] });
  const router = createRouter({ routeTree: root.addChildren([logIn]), history, isServer: false });
  return { router, match: () => router.state.matches.at(-1) };
}

it('a screen is loaded before it is rendered', async () => {
  const fetch = vi.fn<Fetch>(() => Promise.resolve({ default: () => 'log in' }));
  const { router, match } = routerAt(fetch);
  await router.load();
  expect(match()?.status).toBe('success');
  expect(fetch).toHaveBeenCalledTimes(1);
});

it('a screen that cannot be loaded throws, and the next attempt loads it again', async () => {
  const fetch = vi
    .fn<Fetch>()
    .mockRejectedValueOnce(new TypeError('gone'))
    .mockResolvedValue({ default: () => 'log in' });
  const { router, match } = routerAt(fetch);
  await router.load();
  expect(match()).toMatchObject({ status: 'error', error: new TypeError('gone') });
  await router.invalidate();
  expect(match()).toMatchObject({ status: 'success', error: undefined });
});
