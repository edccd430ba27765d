import {
  createMemoryHistory,
  createRootRoute,
  createRouter,
  RouterContextProvider,
} from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { prerender } from 'react-dom/static';
import { afterEach, expect, test, vi } from 'vitest';
import { ConnectMachine } from '../devices/index.ts';
import { AppRequired } from '../residential-data/index.ts';
import { CodeInstructions } from '../quick-login/index.ts';
import { AddDeviceLink, DataNeedsApp } from './index.ts';

afterEach(() => vi.unstubAllEnvs());

async function drawn(screen: ReactNode): Promise<string> {
  const router = createRouter({
    routeTree: createRootRoute(),
    history: createMemoryHistory(),
    trailingSlash: 'preserve',
  });
  const { prelude } = await prerender(
    <RouterContextProvider router={router}>{screen}</RouterContextProvider>,
  );
  return new Response(prelude).text();
}

test('with packages published, the commands of the app and the entry of its code are offered', async () => {
  vi.stubEnv('VITE_LINUX_APP', 'yes');
  expect(await drawn(<ConnectMachine />)).toMatch(/comet login.*comet connect/s);
  expect(await drawn(<AddDeviceLink />)).toContain('href="/dash/quick-login/"');
  expect(await drawn(<CodeInstructions />)).toMatch(/In the Comet app.*comet login/s);
});

test('without packages, no command of the app is shown, and another device gets a config', async () => {
  vi.stubEnv('VITE_LINUX_APP', undefined);
  expect(await drawn(<ConnectMachine />)).toBe('');
  expect(await drawn(<AddDeviceLink />)).toContain('href="/dash/download/"');
  const noCode = await drawn(<CodeInstructions />);
  expect(noCode).toContain('href="/dash/download/"');
  expect(noCode).not.toMatch(/comet login|Comet app/);
});

test('where data is sold without a published app, its order warns of that before the payment', async () => {
  vi.stubEnv('VITE_LINUX_APP', 'yes');
  expect(await drawn(<DataNeedsApp />)).toBe('');
  vi.stubEnv('VITE_LINUX_APP', undefined);
  const warning = await drawn(<DataNeedsApp />);
  expect(warning).toMatch(/needs the Comet app.*can’t use this data/s);
  expect(warning).toContain('href="/dash/residential-proxy/"');
});

test('where data is not sold for want of the app, the page says so and leads to the proxy, not to an order', async () => {
  const page = await drawn(<AppRequired />);
  expect(page).toContain('Residential data needs the Comet app');
  expect(page).toContain('href="/dash/residential-proxy/"');
  expect(page).not.toContain('/payment');
});
