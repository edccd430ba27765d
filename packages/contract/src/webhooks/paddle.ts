import { endpoint } from '../endpoint.ts';

export const paddleWebhook = endpoint({
  method: 'POST',
  path: '/api/v1/webhooks/paddle',
  summary: 'Receive a notification of Paddle, signed over the raw body',
  tag: 'Webhooks',
  caller: 'anyone',
  rawBody: true,
  status: 200,
  errors: ['signature_invalid'],
  limit: { calls: 60_000, seconds: 60 },
});
