import { api as contract } from '@comet/contract';
import { expect, test, vi } from 'vitest';
import { fakeApi, keyOf } from '../platform/control-plane/api.fake.ts';
import type { State } from '../tunnel/state.ts';
import { remainingData } from './remaining-data.ts';

const connected = (key: string, type: string | null): State =>
  ({
    kind: 'connected',
    key,
    session: { gateway: type === null ? {} : { exit: { type } } },
  }) as unknown as State;

test('queries the remaining data while a session uses it, and clears it afterwards', async () => {
  const api = fakeApi();
  let availableBytes = 5_000;
  api.replies.set(keyOf(contract.showResidentialData), () => ({ availableBytes }));
  const timers = new Set<() => void>();
  const after = (_: number, callback: () => void) => {
    timers.add(callback);
    return () => void timers.delete(callback);
  };
  const onChange = vi.fn<() => void>();
  const left = remainingData({ api, after, onChange });
  const tick = async () => {
    const due = [...timers];
    timers.clear();
    for (const callback of due) callback();
    await expect.poll(() => timers.size).toBe(due.length);
  };
  for (const type of [null, 'residential', 'dedicated']) left.onState(connected(`state ${type}`, type));
  expect(api.calls).toEqual([]);
  left.onState(connected('metered', 'native_residential'));
  left.onState(connected('metered', 'native_residential'));
  await expect.poll(() => left.current()).toBe(5_000);
  await expect.poll(() => timers.size).toBe(1);
  expect(api.calls).toHaveLength(1);
  availableBytes = 4_000;
  await tick();
  expect([left.current(), onChange.mock.calls.length]).toEqual([4_000, 2]);
  api.unreachable = true;
  await tick();
  expect([left.current(), onChange.mock.calls.length]).toEqual([4_000, 2]);
  left.onState(connected('plain', null));
  expect([left.current(), timers.size]).toEqual([null, 0]);
});
