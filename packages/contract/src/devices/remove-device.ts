import { endpoint } from '../endpoint.ts';
import { id } from '../fields.ts';
import { wire } from '../wire.ts';

export const removeDevice = endpoint({
  method: 'DELETE',
  path: '/api/v1/devices/{id}',
  summary: 'Remove a device; its tunnel stops at once',
  tag: 'Devices',
  caller: 'user',
  params: wire({ id }),
  status: 204,
  errors: [],
  // A low limit, since each removal is sent to every gateway.
  limit: { calls: 60, seconds: 3600 },
});
