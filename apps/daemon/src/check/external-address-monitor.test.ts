import { expect, test, vi } from 'vitest';
import { externalAddressMonitor } from './external-address-monitor.ts';
import type { ExternalAddresses } from './verdict.ts';

const nobody: ExternalAddresses = { exit: { ipv4: null, ipv6: null }, askers: [] };
const here: ExternalAddresses = { exit: { ipv4: '198.51.100.7', ipv6: null }, askers: [] };

function setUp() {
  const timers = new Set<() => void>();
  const checks: ((seen: ExternalAddresses) => void)[] = [];
  const now = { isWatched: true, flows: true };
  const onChange = vi.fn<() => void>();
  const seen = externalAddressMonitor({
    check: () => new Promise((resolve) => checks.push(resolve)),
    isWatched: () => now.isWatched,
    flows: () => now.flows,
    after: (_, callback) => {
      timers.add(callback);
      return () => void timers.delete(callback);
    },
    onChange,
  });
  const tick = () => {
    const due = [...timers];
    timers.clear();
    for (const callback of due) callback();
  };
  const respond = async (found: ExternalAddresses) => {
    checks.shift()?.(found);
    await Promise.resolve();
    await Promise.resolve();
  };
  return { seen, now, timers, checks, tick, respond, onChange };
}

test('reports the external address, and discards it when the state changes', async () => {
  const { seen, tick, respond, checks, onChange } = setUp();
  seen.plan('a');
  seen.plan('a');
  tick();
  expect([checks.length, seen.current()]).toEqual([1, null]);
  await respond(here);
  expect([seen.current(), onChange.mock.calls.length]).toEqual([here.exit, 1]);
  seen.plan('a');
  tick();
  expect(checks).toHaveLength(0);
  seen.plan('b');
  expect(seen.current()).toBeNull();
});

test('drops a response that arrives after a change of state or network', async () => {
  const { seen, tick, respond, checks, onChange } = setUp();
  seen.plan('a');
  tick();
  seen.plan('b');
  await respond(here);
  expect(seen.current()).toBeNull();
  tick();
  seen.forget();
  await respond(here);
  expect([seen.current(), onChange.mock.calls.length, checks.length]).toEqual([null, 0, 0]);
  tick();
  await respond(here);
  expect(seen.current()).toEqual(here.exit);
});

test('does not check without a watching client or while traffic is blocked', async () => {
  const { seen, now, timers, checks, tick, respond } = setUp();
  for (const lacking of ['isWatched', 'flows'] as const) {
    now[lacking] = false;
    seen.plan(lacking);
    expect(timers.size).toBe(0);
    now[lacking] = true;
    seen.plan(lacking);
    now[lacking] = false;
    tick();
    expect(checks).toHaveLength(0);
    now[lacking] = true;
  }
  seen.plan('flows');
  tick();
  await respond(here);
  now.flows = false;
  expect(seen.current()).toBeNull();
});

test('queries a host that does not respond three times', async () => {
  const { seen, timers, tick, respond } = setUp();
  seen.plan('a');
  for (const _ of [1, 2, 3]) {
    expect(timers.size).toBe(1);
    tick();
    await respond(nobody);
  }
  seen.plan('a');
  expect([timers.size, seen.current()]).toEqual([0, null]);
});
