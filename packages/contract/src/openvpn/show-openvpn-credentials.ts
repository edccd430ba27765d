import { endpoint } from '../endpoint.ts';
import { wire } from '../wire.ts';
import { openvpnCredentials } from './credentials.ts';

export const showOpenvpnCredentials = endpoint({
  method: 'GET',
  path: '/api/v1/openvpn/credentials',
  summary: 'Show the OpenVPN credentials, which are created at the first call',
  tag: 'Downloads',
  caller: 'user',
  reply: wire({ credentials: openvpnCredentials }),
  status: 200,
  errors: ['email_unverified', 'subscription_required'],
});
