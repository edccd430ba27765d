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
