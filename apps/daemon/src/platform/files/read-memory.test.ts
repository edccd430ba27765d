import { expect, test } from 'vitest';
import { freshMemory } from './memory.ts';
import { readMemory } from './read-memory.ts';

const notices = [{ accessToken: 'token', deviceId: '0196c3a0-0000-7000-8000-000000000001' }];

test('reads the logout notices that the previous release wrote under their former name', () => {
  const { logoutNotices: _, ...rest } = freshMemory();
  const { memory, wasBroken } = readMemory(JSON.stringify({ ...rest, farewells: notices }));
  expect({ notices: memory.logoutNotices, wasBroken }).toEqual({ notices, wasBroken: false });
});

test('reads the logout notices of this release', () => {
  const { memory } = readMemory(JSON.stringify({ ...freshMemory(), logoutNotices: notices }));
  expect(memory.logoutNotices).toEqual(notices);
});
