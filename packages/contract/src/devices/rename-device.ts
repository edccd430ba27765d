import { endpoint } from '../endpoint.ts';
import { deviceName, id } from '../fields.ts';
import { wire } from '../wire.ts';
import { device } from './device.ts';

export const renameDevice = endpoint({
  method: 'PATCH',
  path: '/api/v1/devices/{id}',
  summary: 'Rename a device',
  tag: 'Devices',
  caller: 'user',
  params: wire({ id }),
  body: wire({ name: deviceName }),
  reply: wire({ device }),
  status: 200,
  errors: [],
});
