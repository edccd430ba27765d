import { endpoint } from '../endpoint.ts';

export const coingateCallback = endpoint({
  method: 'POST',
  path: '/api/v1/webhooks/coingate',
  summary: 'Receive a callback of CoinGate with the token of its order, which is then queried',
  tag: 'Webhooks',
  caller: 'anyone',
  rawBody: true,
  status: 200,
  errors: ['signature_invalid'],
  limit: { calls: 6000, seconds: 60 },
});
