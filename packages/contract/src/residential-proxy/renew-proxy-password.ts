import { endpoint } from '../endpoint.ts';
import { id } from '../fields.ts';
import { wire } from '../wire.ts';
import { proxyUser } from './proxy-user.ts';

export const renewProxyPassword = endpoint({
  method: 'POST',
  path: '/api/v1/residential-proxy/users/{id}/password',
  summary: 'Renew the password of a residential proxy user; the old one becomes invalid at once',
  tag: 'Residential proxy',
  caller: 'user',
  params: wire({ id }),
  reply: wire({ user: proxyUser }),
  status: 201,
  errors: ['subscription_required'],
  limit: { calls: 120, seconds: 600 },
});
