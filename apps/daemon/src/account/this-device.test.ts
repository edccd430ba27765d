import { api as contract } from '@comet/contract';
import { expect, test } from 'vitest';
import { fakeApi, keyOf } from '../platform/api.fake.ts';
import { fakeMemoryFile } from '../platform/state-file.fake.ts';
import { deviceRefusal } from './this-device.ts';

const signal = new AbortController().signal;
const account = { accessToken: 't', email: 'ada@example.com', deviceId: 'mine', deviceName: 'box' };

function setUp(ids: readonly string[]) {
  const api = fakeApi();
  api.replies.set(keyOf(contract.listDevices), () => ({ devices: ids.map((id) => ({ id })) }));
  return { api, file: fakeMemoryFile({ account }) };
}

test('a device that is listed may connect, and one that is not was removed', async () => {
  expect(await deviceRefusal(setUp(['other', 'mine']), signal)).toBeNull();
  expect(await deviceRefusal(setUp(['other']), signal)).toBe('device_removed');
});

test('a sign-in that is over is told; an API that is away says nothing', async () => {
  const parts = setUp([]);
  parts.api.refuse.set(keyOf(contract.listDevices), {
    kind: 'refused',
    status: 401,
    code: 'unauthenticated',
    message: '',
  });
  expect(await deviceRefusal(parts, signal)).toBe('authentication_failed');
  parts.api.unreachable = true;
  expect(await deviceRefusal(parts, signal)).toBeNull();
});
