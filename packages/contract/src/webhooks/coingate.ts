import { endpoint } from '../endpoint.ts';

export const coingateCallback = endpoint({
  method: 'POST',
  path: '/api/v1/webhooks/coingate',
  summary: "CoinGate's callbacks: forms with the order's token, after which the order is asked for",
  tag: 'Webhooks',
  caller: 'anyone',
  rawBody: true,
  status: 200,
  errors: ['signature_invalid'],
  limit: { calls: 6000, seconds: 60 },
});
