import { endpoint } from '../endpoint.ts';
import { wire } from '../wire.ts';
import { automaticPurchase, balanceFields, fullBytes, whenEmpty } from './balance.ts';

export const showResidentialData = endpoint({
  method: 'GET',
  path: '/api/v1/residential-data',
  summary: 'Show the residential VPN data of the signed-in user, and its settings',
  tag: 'Residential data',
  caller: 'user',
  reply: wire({ ...balanceFields, fullBytes, whenEmpty, automatic: automaticPurchase }),
  status: 200,
  errors: [],
});
