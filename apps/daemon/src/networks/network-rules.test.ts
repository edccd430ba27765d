import { silentLog } from '@comet/foundation/log';
import { type DaemonSettings, freshSettings, type NetworkRule } from '@comet/tunnel-protocol';
import { expect, test } from 'vitest';
import { virtualTime } from '../../test/simulation/virtual-time.ts';
import type { Goal } from '../model/goal.ts';
import type { DaemonState } from '../platform/files/daemon-state.ts';
import { fakeStateFile } from '../platform/files/state-file.fake.ts';
import type { State } from '../tunnel/state.ts';
import { createActiveRule } from './active-rule.ts';
import type { Network, UnnamedNetwork } from './network-identity.ts';
import { networkMonitoring } from './network-monitoring.ts';

const office: Network = { isNamed: true, id: '0'.repeat(32), name: 'office' };
const home: Network = { isNamed: true, id: '1'.repeat(32), name: 'home' };
const modem: UnnamedNetwork = { isNamed: false, id: 'wwan0 ' };
const account = { accessToken: 't', email: 'a@comet.test', deviceId: 'd', deviceName: 'n' };
const rule = (more: Partial<NetworkRule>, { id, name } = office): NetworkRule => ({
  ...{ id, name, connect: null, server: null, transport: null, allowLan: null, dns: null },
  ...more,
});

/** A machine whose tunnel has the last goal that it was given. */
function setUp(settings: Partial<DaemonSettings>, goal: Goal | null, kept: Partial<DaemonState> = {}) {
  const time = virtualTime(new Date('2026-11-21T10:00:00Z'));
  let here: Network | UnnamedNetwork | null = home;
  let isBroken = false;
  const goals: (Goal | 'disconnect')[] = [];
  /** The settings at each time that they were applied. */
  const applied: DaemonSettings[] = [];
  const tunnel = {
    state: (goal === null ? { kind: 'disconnected' } : { kind: 'connecting', goal }) as State,
    connect: (wanted: Goal) => {
      goals.push(wanted);
      tunnel.state = { kind: 'connecting', goal: wanted } as State;
      return new Promise<never>(() => undefined);
    },
    disconnect: async () => {
      goals.push('disconnect');
      tunnel.state = { kind: 'disconnected' } as State;
    },
  };
  const file = fakeStateFile({ account, settings: { ...freshSettings, ...settings }, ...kept });
  const activeRule = createActiveRule(file);
  const monitoring = networkMonitoring({
    ...{ file, tunnel, activeRule, log: silentLog, after: time.after },
    network: () => (isBroken ? Promise.reject(new Error('no tables')) : Promise.resolve(here)),
    applySettings: async () => void applied.push(activeRule.settings()),
  });
  const enter = async (network: typeof here | 'broken') => {
    isBroken = network === 'broken';
    if (network !== 'broken') here = network;
    monitoring.checkNetwork();
    await time.pass(1);
    await new Promise((resolve) => setTimeout(resolve, 0));
  };
  return { monitoring, enter, goals, applied, file, activeRule };
}

test('applies the rule of a network while the machine is in it, and not without a known network', async () => {
  const { enter, applied, activeRule } = setUp({ networkRules: [rule({ allowLan: true })] }, null);
  for (const network of [office, modem, office, null, office, 'broken', office, home] as const) {
    await enter(network);
    expect(activeRule.settings().allowLan).toBe(network === office);
  }
  expect(applied.map(({ allowLan }) => allowLan)).toEqual([
    true,
    false,
    true,
    false,
    true,
    false,
    true,
    false,
  ]);
});

test('moves the tunnel to the location of a rule, and back', async () => {
  const { enter, goals, file } = setUp(
    { networkRules: [rule({ server: 'nl-ams' }), rule({ server: 'nearest' }, home)] },
    { location: 'jp-tyo' },
  );
  await enter(office);
  await enter(home);
  await enter(modem);
  expect(goals).toEqual([
    { location: 'nl-ams' },
    { location: 'fastest', isChosenAnew: true },
    { location: 'jp-tyo' },
  ]);
  expect(file.current.beforeRule).toBeNull();
});

test('an explicit command in the network cancels the return', async () => {
  const { enter, goals, monitoring } = setUp(
    { networkRules: [rule({ server: 'nl-ams' })] },
    { location: 'jp-tyo' },
  );
  await enter(office);
  await monitoring.forget();
  await enter(modem);
  expect(goals).toEqual([{ location: 'nl-ams' }]);
});

test('returns to the default location that the rule replaced', async () => {
  const { enter, goals } = setUp(
    { server: 'de-fra', networkRules: [rule({ server: 'nl-ams' })] },
    { location: null },
  );
  await enter(office);
  await enter(modem);
  expect(goals).toEqual([{ location: 'nl-ams' }, { location: 'de-fra' }]);
});

test('connects or disconnects by a rule, which takes precedence over trust, but not over lockdown', async () => {
  const trustedNetworks = [{ id: office.id, name: 'office' }];
  const connects = setUp({ trustedNetworks, networkRules: [rule({ connect: true })] }, null);
  await connects.enter(office);
  expect(connects.goals).toEqual([{ location: null }]);
  const networkRules = [rule({ connect: false })];
  const disconnects = setUp({ networkRules }, { location: 'jp-tyo' });
  await disconnects.enter(office);
  await disconnects.enter(modem);
  expect(disconnects.goals).toEqual(['disconnect', { location: 'jp-tyo' }]);
  const locked = setUp({ lockdown: true, networkRules }, { location: 'jp-tyo' });
  await locked.enter(office);
  expect(locked.goals).toEqual([]);
});

test('a network without a tunnel keeps the goal that a rule had replaced', async () => {
  const networkRules = [rule({ server: 'nl-ams' }), rule({ connect: false, server: 'de-fra' }, home)];
  const { enter, goals } = setUp({ networkRules }, { location: 'jp-tyo' });
  await enter(office);
  await enter(home);
  await enter(modem);
  expect(goals).toEqual([{ location: 'nl-ams' }, 'disconnect', { location: 'jp-tyo' }]);
});

test('connects to the rule’s location after a network without a tunnel', async () => {
  const networkRules = [rule({ connect: false }, home), rule({ server: 'nl-ams' })];
  const { enter, goals, file } = setUp({ networkRules }, null, { away: { location: 'jp-tyo' } });
  await enter(office);
  expect(goals).toEqual([{ location: 'nl-ams' }]);
  expect(file.current.beforeRule).toEqual({ location: 'jp-tyo' });
});

test('changes single choices of a rule, applies them at once, and removes a rule', async () => {
  const { enter, monitoring, applied, file } = setUp({}, null);
  await enter(office);
  expect(await monitoring.setRule(null, {})).toEqual({ ok: false, error: 'network_rule_empty' });
  expect(await monitoring.setRule('Work', { allowLan: true })).toMatchObject({ ok: true });
  expect(applied.at(-1)?.allowLan).toBe(true);
  await enter(home);
  await monitoring.setRule('Work', { server: 'nl-ams', allowLan: null });
  expect(file.current.settings.networkRules).toEqual([rule({ name: 'Work', server: 'nl-ams' })]);
  // Another network does not get the name of this one.
  await monitoring.setRule(null, { connect: true });
  await enter(modem);
  expect(await monitoring.setRule('Café', { connect: true })).toEqual({
    ok: false,
    error: 'network_unknown',
  });
  expect(file.current.settings.networkRules.map(({ name }) => name)).toEqual(['Work', 'home']);
  expect(await monitoring.removeRule('Work')).toMatchObject({ ok: true });
  expect(await monitoring.removeRule('Work')).toEqual({ ok: false, error: 'network_rule_unknown' });
});
