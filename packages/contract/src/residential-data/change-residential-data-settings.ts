import { endpoint } from '../endpoint.ts';
import { wire } from '../wire.ts';
import { automaticPurchase, balanceFields, fullBytes, whenEmpty } from './balance.ts';

/** Automatic purchases need a plan whose card or PayPal account can be charged again. */
export const changeResidentialDataSettings = endpoint({
  method: 'PATCH',
  path: '/api/v1/residential-data/settings',
  summary: 'Change the settings of residential VPN data and its automatic purchases',
  tag: 'Residential data',
  caller: 'user',
  body: wire({ whenEmpty, automatic: automaticPurchase }),
  reply: wire({ ...balanceFields, fullBytes, whenEmpty, automatic: automaticPurchase }),
  status: 200,
  errors: ['subscription_required', 'automatic_purchase_unavailable'],
});
