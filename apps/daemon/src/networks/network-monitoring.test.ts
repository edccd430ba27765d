import { silentLog } from '@comet/foundation/log';
import { freshSettings } from '@comet/tunnel-protocol';
import { expect, test } from 'vitest';
import { virtualTime } from '../../test/simulation/virtual-time.ts';
import { fakeStateFile } from '../platform/files/state-file.fake.ts';
import type { DaemonState } from '../platform/files/daemon-state.ts';
import type { State } from '../tunnel/state.ts';
import { createActiveRule } from './active-rule.ts';
import type { Network, UnnamedNetwork } from './network-identity.ts';
import { networkMonitoring } from './network-monitoring.ts';

const home: Network = { isNamed: true, id: '0'.repeat(32), name: 'home' };
const modem: UnnamedNetwork = { isNamed: false, id: 'wwan0 ' };
const account = { accessToken: 't', email: 'a@comet.test', deviceId: 'd', deviceName: 'n' };

/** A machine in a network, and the calls to its tunnel. */
function setUp(kept: Partial<DaemonState>, start: Network | UnnamedNetwork | null) {
  const time = virtualTime(new Date('2026-11-21T10:00:00Z'));
  const goals: unknown[] = [];
  let here = start;
  const tunnel = {
    state: { kind: 'disconnected' } as State,
    connect: (goal: unknown) => {
      goals.push(goal);
      return new Promise<never>(() => undefined);
    },
    disconnect: async () => void goals.push('disconnect'),
  };
  const file = fakeStateFile({ account, ...kept });
  const parts = {
    file,
    tunnel,
    network: () => Promise.resolve(here),
    activeRule: createActiveRule(file),
    applySettings: () => Promise.resolve(),
    log: silentLog,
    after: time.after,
  };
  const monitoring = networkMonitoring(parts);
  const enter = async (network: typeof here) => {
    here = network;
    monitoring.checkNetwork();
    await time.pass(1);
    await new Promise((resolve) => setTimeout(resolve, 0));
  };
  return { monitoring, enter, goals, time, file };
}

test('reconnects at once in an unnamed network after a trusted one', async () => {
  const settings = { ...freshSettings, trustedNetworks: [{ id: home.id, name: 'home' }] };
  const { enter, goals } = setUp({ settings, away: { location: 'nl-ams' } }, home);
  await enter(home);
  expect(goals).toEqual([]);
  await enter(modem);
  expect(goals).toEqual([{ location: 'nl-ams' }]);
});

test('auto-connects without waiting for the network’s name', async () => {
  const { enter, goals } = setUp({ settings: { ...freshSettings, autoConnect: true } }, null);
  await enter(null);
  expect(goals).toEqual([]);
  await enter(modem);
  expect(goals).toEqual([{ location: null }]);
});

test('applies the settings of a network that gets its name later', async () => {
  const settings = { ...freshSettings, trustedNetworks: [{ id: home.id, name: 'home' }] };
  const { enter, goals, time, file } = setUp({ settings, intent: { location: 'nl-ams' } }, null);
  await enter(modem);
  expect(goals).toEqual([]);
  await enter(home);
  await time.pass(10_000);
  expect(goals).toEqual(['disconnect']);
  expect(file.current.away).toEqual({ location: 'nl-ams' });
});

test('a network without a name cannot be trusted', async () => {
  const { monitoring, enter } = setUp({}, modem);
  await enter(modem);
  expect(await monitoring.trust('train')).toEqual({ ok: false, error: 'network_unknown' });
});

test('auto-connects even if the disk is full', async () => {
  const settings = { ...freshSettings, autoConnect: true };
  const { enter, goals, file, monitoring } = setUp({ settings }, null);
  file.full = true;
  await enter(modem);
  expect(goals).toEqual([{ location: null }]);
  await enter(home);
  expect(await monitoring.trust('home')).toEqual({ ok: false, error: 'not_kept' });
  expect(file.current.settings.trustedNetworks).toHaveLength(1);
});
