import { createClient } from '@comet/client';
import { api } from '@comet/contract';
import type { Customer } from '@comet/e2e';
import { randomUUID } from 'node:crypto';
import type { StackFile } from '../state/stack-file.ts';

/** Signs in a device without a tunnel, by a code that the customer approves. */
export async function approveDevice(service: StackFile, customer: Customer): Promise<void> {
  const deviceId = randomUUID();
  const device = createClient({ baseUrl: service.api, deviceId: () => deviceId });
  const { deviceCode, userCode } = await device.call(api.startDeviceAuthorization, {
    body: { deviceName: 'Demo laptop', platform: 'linux' },
  });
  await customer.client.call(api.decideQuickLogin, { body: { userCode, approve: true } });
  await device.call(api.pollDeviceAuthorization, { body: { deviceCode } });
}
