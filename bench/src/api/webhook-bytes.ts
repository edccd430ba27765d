import { api } from '@comet/contract';
import { signedWebhook } from '@comet/sandbox';

/** An event of the sandbox's Paddle. */
export type SentEvent = Parameters<typeof signedWebhook>[0];

/** Returns the request of a webhook, signed now, as bytes for `sendWave`. */
export function webhookBytes(event: SentEvent, secret: string): Buffer {
  const { body, signature } = signedWebhook(event, secret, new Date());
  const head = [
    `POST ${api.paddleWebhook.path} HTTP/1.1`,
    'host: api.example',
    'content-type: application/json',
    `content-length: ${Buffer.byteLength(body)}`,
    `paddle-signature: ${signature}`,
  ];
  return Buffer.from(`${head.join('\r\n')}\r\n\r\n${body}`);
}
