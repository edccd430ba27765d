import { endpoint } from '../endpoint.ts';
import { deviceName, platform } from '../fields.ts';
import { wire } from '../wire.ts';
import { device } from './device.ts';

export const addDevice = endpoint({
  method: 'POST',
  path: '/api/v1/devices',
  summary: 'Add the calling device, or sign it in again',
  tag: 'Devices',
  caller: 'user',
  body: wire({ name: deviceName, platform }),
  reply: wire({ device }),
  status: 201,
  errors: ['device_limit_reached', 'idempotency_key_reused'],
  idempotent: true,
  limit: { calls: 60, seconds: 3600 },
});
