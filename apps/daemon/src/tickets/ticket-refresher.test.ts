import { ok } from '@comet/foundation';
import { freshSettings } from '@comet/tunnel-protocol';
import { expect, test } from 'vitest';
import { gateways } from '../../test/fleet/fake-gateways.ts';
import { fakeStateFile } from '../platform/files/state-file.fake.ts';
import type { State } from '../tunnel/state.ts';
import { type TicketRefresherParts, ticketRefresher } from './ticket-refresher.ts';

const past = { failures: 0, avoid: null, fallbackGateways: true, returns: 0 };
const at = (kind: State['kind'], failures = 0) => ({ kind, past: { ...past, failures } }) as State;

/** A ticket refresher without an account, and the number of its list requests. */
function start(state: { now: State }) {
  const due: (() => void)[] = [];
  let calls = 0;
  const nothing = () => Promise.resolve();
  const directory = {
    refresh() {
      calls += 1;
      return Promise.resolve(ok(null));
    },
  };
  const refresher = ticketRefresher({
    ...{ state: () => state.now, blocking: () => true, file: fakeStateFile({ account: null }) },
    ...{ addresses: { refresh: nothing }, logoutNotices: nothing, directory, random: () => 0.5 },
    after(milliseconds: number, callback: () => void) {
      if (milliseconds < 1_000) due.push(callback);
      return () => undefined;
    },
    log: (line: string) => expect.fail(line),
  } as unknown as TicketRefresherParts);
  return async () => {
    refresher.refreshSoon();
    for (const callback of due.splice(0)) callback();
    await new Promise((resolve) => setImmediate(resolve));
    return calls;
  };
}

test('fetches a newer list if no gateway is reachable', async () => {
  const state = { now: at('disconnected') };
  const round = start(state);
  expect(await round()).toBe(1);
  state.now = at('connected');
  expect(await round()).toBe(1);
  // Its gateway has just become unreachable, and the list has others.
  state.now = at('error', 1);
  expect(await round()).toBe(1);
  state.now = at('error', 2);
  expect(await round()).toBe(2);
  state.now = at('connecting', 2);
  expect(await round()).toBe(2);
});

test('prepares sessions for a signed-in, idle, unblocked daemon with WireGuard', async () => {
  const account = { accessToken: 't', email: 'a@b.example', deviceId: crypto.randomUUID(), deviceName: 'n' };
  const conditions = { now: at('disconnected'), blocking: false };
  const file = fakeStateFile({ account });
  const kept: string[] = [];
  const refresher = ticketRefresher({
    ...{ state: () => conditions.now, blocking: () => conditions.blocking, file, random: () => 0.5 },
    directory: { gatewaysFor: () => gateways },
    standby: { keep: ({ id }: { id: string }) => Promise.resolve(void kept.push(id)) },
    after: () => () => undefined,
  } as unknown as TicketRefresherParts);
  const keptBy = async (act: () => unknown) => {
    kept.length = 0;
    await act();
    return [...kept];
  };
  expect(await keptBy(() => refresher.prefetch())).toEqual(['gateway-0']);
  expect(await keptBy(() => refresher.settle())).toEqual(['gateway-0']);
  const settings = { ...freshSettings, protocol: 'openvpn' as const };
  for (const change of [
    () => Object.assign(conditions, { blocking: true }),
    () => Object.assign(conditions, { blocking: false, now: at('connected') }),
    () => Object.assign(conditions, { now: at('disconnected') }) && file.change({ settings }),
    () => file.change({ settings: freshSettings, account: null }),
  ]) {
    await change();
    expect(await keptBy(() => refresher.prefetch())).toEqual([]);
    expect(await keptBy(() => refresher.settle())).toEqual([]);
  }
});
