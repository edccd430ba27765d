import { endpoint } from '../endpoint.ts';
import { balanceFields } from '../residential-data/balance.ts';
import { wire } from '../wire.ts';

export const showProxyTraffic = endpoint({
  method: 'GET',
  path: '/api/v1/residential-proxy/traffic',
  summary: 'The residential proxy traffic of the signed-in user',
  tag: 'Services',
  caller: 'user',
  reply: wire(balanceFields),
  status: 200,
  errors: [],
});
