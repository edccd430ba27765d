import { endpoint } from '../endpoint.ts';
import { automaticPurchase } from '../residential-data/balance.ts';
import { wire } from '../wire.ts';
import { shownProxy } from './show-residential-proxy.ts';

/** Automatic purchases need a plan whose card or PayPal account can be charged again. */
export const changeResidentialProxySettings = endpoint({
  method: 'PATCH',
  path: '/api/v1/residential-proxy/settings',
  summary: 'Change the automatic purchases of residential proxy traffic',
  tag: 'Residential proxy',
  caller: 'user',
  body: wire({ automatic: automaticPurchase }),
  reply: shownProxy,
  status: 200,
  errors: ['subscription_required', 'automatic_purchase_unavailable'],
});
