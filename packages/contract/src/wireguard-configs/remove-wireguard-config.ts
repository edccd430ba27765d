import { endpoint } from '../endpoint.ts';
import { id } from '../fields.ts';
import { wire } from '../wire.ts';

export const removeWireguardConfig = endpoint({
  method: 'DELETE',
  path: '/api/v1/wireguard-configs/{id}',
  summary: 'Revoke a downloaded configuration; its tunnel stops at once',
  tag: 'Downloads',
  caller: 'user',
  params: wire({ id }),
  status: 204,
  errors: [],
});
