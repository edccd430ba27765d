import { endpoint } from '../endpoint.ts';
import { deviceName, id } from '../fields.ts';
import { wire } from '../wire.ts';
import { wireguardConfig } from './wireguard-config.ts';

export const renameWireguardConfig = endpoint({
  method: 'PATCH',
  path: '/api/v1/wireguard-configs/{id}',
  summary: 'Rename a downloaded configuration',
  tag: 'Downloads',
  caller: 'user',
  params: wire({ id }),
  body: wire({ name: deviceName }),
  reply: wire({ config: wireguardConfig }),
  status: 200,
  errors: [],
});
