import { expect, test } from 'vitest';
import { initialDaemonState } from './daemon-state.ts';
import { readDaemonState } from './read-daemon-state.ts';

const notices = [{ accessToken: 'token', deviceId: '0196c3a0-0000-7000-8000-000000000001' }];

test('reads the logout notices that the previous release wrote under their former name', () => {
  const { logoutNotices: _, ...rest } = initialDaemonState();
  const { daemonState, wasBroken } = readDaemonState(JSON.stringify({ ...rest, farewells: notices }));
  expect({ notices: daemonState.logoutNotices, wasBroken }).toEqual({ notices, wasBroken: false });
});

test('reads the logout notices of this release', () => {
  const { daemonState } = readDaemonState(
    JSON.stringify({ ...initialDaemonState(), logoutNotices: notices }),
  );
  expect(daemonState.logoutNotices).toEqual(notices);
});

test('reads the state of a release without location lists', () => {
  const { settings, ...rest } = initialDaemonState();
  const { locationLists: _, ...older } = { ...settings, lockdown: true };
  const { daemonState, wasBroken } = readDaemonState(JSON.stringify({ ...rest, settings: older }));
  expect({ settings: daemonState.settings, wasBroken }).toEqual({
    settings: { ...settings, lockdown: true, locationLists: [] },
    wasBroken: false,
  });
});

test('replaces lists that are not valid, and keeps the other settings', () => {
  const state = initialDaemonState();
  const twice = [1, 2].map(() => ({ name: 'Work', locations: ['nl-ams'] }));
  const settings = { ...state.settings, allowLan: true, locationLists: twice };
  const { daemonState, wasBroken } = readDaemonState(JSON.stringify({ ...state, settings }));
  expect([daemonState.settings.locationLists, daemonState.settings.allowLan, wasBroken]).toEqual([
    [],
    true,
    true,
  ]);
});
