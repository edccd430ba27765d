import { afterEach, expect, test, vi } from 'vitest';
import type { PortalFinding } from './portal-check.ts';
import { createPortalMonitor, permissionSeconds } from './portal-monitor.ts';

const portal: PortalFinding = { kind: 'portal', page: 'https://wifi.example/login' };
const open: PortalFinding = { kind: 'open' };
afterEach(() => void vi.useRealTimers());
const flush = () => vi.advanceTimersByTimeAsync(0);

function setUp(isAvailable = true) {
  vi.useFakeTimers({ now: 0 });
  const now: { finding: PortalFinding; mayCheck: boolean; isUsed: boolean } = {
    finding: portal,
    mayCheck: true,
    isUsed: true,
  };
  const done: string[] = [];
  const permission = {
    give: async (pid: number, port: number, seconds: number) => {
      done.push(`give ${pid} ${port} ${seconds}`);
      return isAvailable;
    },
    isUsed: async () => now.isUsed,
    end: async () => void done.push('end'),
  };
  let checks = 0;
  const monitor = createPortalMonitor({
    permission,
    mayCheck: () => now.mayCheck,
    check: async () => {
      checks += 1;
      return now.finding;
    },
    applyPermission: async () => void done.push(`permitted: ${monitor.isPermitted}`),
    onPassed: () => done.push('passed'),
    onChange: () => undefined,
    onError: (error) => done.push(String(error)),
    now: Date.now,
    after: (milliseconds, callback) => {
      const timer = setTimeout(callback, milliseconds);
      return () => clearTimeout(timer);
    },
  });
  return { monitor, now, done, checks: () => checks, page: () => monitor.current()?.page };
}

test('a new state causes one check, and a page is checked again until it has passed', async () => {
  const { monitor, now, done, checks, page } = setUp();
  monitor.onState('a');
  monitor.onState('a');
  await vi.advanceTimersByTimeAsync(1_000);
  expect([checks(), page()]).toEqual([1, portal.page]);
  await vi.advanceTimersByTimeAsync(10_000);
  expect(checks()).toBe(2);
  now.finding = open;
  await vi.advanceTimersByTimeAsync(10_000);
  expect([page(), done]).toEqual([undefined, ['passed']]);
  await vi.advanceTimersByTimeAsync(60_000);
  expect(checks()).toBe(3);
});

test('an open network is checked once, and states in quick succession at most every five seconds', async () => {
  const { monitor, now, checks } = setUp();
  now.finding = open;
  for (let state = 0; state < 10; state += 1) {
    monitor.onState(`${state}`);
    await vi.advanceTimersByTimeAsync(1_000);
  }
  expect(checks()).toBe(2);
});

test('silence neither shows nor hides a page', async () => {
  const { monitor, now, page } = setUp();
  now.finding = { kind: 'no_response' };
  await monitor.checkNow();
  expect(page()).toBeUndefined();
  now.finding = portal;
  await monitor.checkNow();
  now.finding = { kind: 'no_response' };
  await monitor.checkNow();
  expect(page()).toBe(portal.page);
});

test('a program may show the page until the network is open; then the tunnel is tried at once', async () => {
  const { monitor, now, done } = setUp();
  await monitor.checkNow();
  expect(await monitor.open(7)).toEqual({ page: portal.page });
  expect(monitor.current()?.openUntil).toBe(new Date(permissionSeconds * 1000).toISOString());
  now.finding = open;
  await vi.advanceTimersByTimeAsync(2_000);
  expect(done).toEqual(['give 7 443 600', 'permitted: true', 'end', 'permitted: false', 'passed']);
  expect([monitor.isPermitted, monitor.current()]).toEqual([false, undefined]);
});

test('the permission ends with the program, and after ten minutes', async () => {
  const { monitor, now, done } = setUp();
  await monitor.checkNow();
  await monitor.open(7);
  now.isUsed = false;
  await vi.advanceTimersByTimeAsync(500);
  expect(done).toEqual(['give 7 443 600', 'permitted: true', 'end', 'permitted: false']);
  expect(monitor.current()).toEqual({ page: portal.page, openUntil: null });
  now.isUsed = true;
  done.length = 0;
  await monitor.open(8);
  await vi.advanceTimersByTimeAsync(permissionSeconds * 1000 - 1);
  expect(monitor.isPermitted).toBe(true);
  await vi.advanceTimersByTimeAsync(500);
  expect(done).toEqual(['give 8 443 600', 'permitted: true', 'end', 'permitted: false']);
});

test.each(['tunnel', 'network'] as const)('another %s ends both page and permission', async (what) => {
  const { monitor, now, done } = setUp();
  await monitor.checkNow();
  await monitor.open(7);
  now.mayCheck = what === 'network';
  if (what === 'network') monitor.onNetwork();
  else monitor.onState('connected');
  await flush();
  expect([monitor.isPermitted, monitor.current(), done.at(-2)]).toEqual([false, undefined, 'end']);
});

test('an answer from the former network is ignored', async () => {
  vi.useFakeTimers({ now: 0 });
  const { promise, resolve } = Promise.withResolvers<PortalFinding>();
  const monitor = createPortalMonitor({
    permission: null,
    mayCheck: () => true,
    check: () => promise,
    applyPermission: () => Promise.resolve(),
    onPassed: () => undefined,
    onChange: () => undefined,
    onError: () => undefined,
    now: Date.now,
    after: () => () => undefined,
  });
  const checked = monitor.checkNow();
  monitor.onNetwork();
  resolve(portal);
  await checked;
  expect(monitor.current()).toBeUndefined();
});

test('permits nothing without a page, and where programs cannot be distinguished', async () => {
  const without = setUp();
  expect(await without.monitor.open(7)).toBeNull();
  expect(without.done).toEqual([]);
  const { monitor, done } = setUp(false);
  await monitor.checkNow();
  expect(await monitor.open(7)).toBe(false);
  expect([monitor.isPermitted, done]).toEqual([false, ['give 7 443 600']]);
});
