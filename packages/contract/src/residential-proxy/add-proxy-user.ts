import { endpoint } from '../endpoint.ts';
import { deviceName } from '../fields.ts';
import { wire } from '../wire.ts';
import { limitBytes, proxyUser } from './proxy-user.ts';

export const addProxyUser = endpoint({
  method: 'POST',
  path: '/api/v1/residential-proxy/users',
  summary: 'Add a residential proxy user',
  tag: 'Residential proxy',
  caller: 'user',
  body: wire({ name: deviceName, limitBytes }),
  reply: wire({ user: proxyUser }),
  status: 201,
  errors: ['email_unverified', 'subscription_required', 'too_many_proxy_users'],
  limit: { calls: 120, seconds: 600 },
});
