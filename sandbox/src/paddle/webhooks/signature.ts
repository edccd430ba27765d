import { createHmac } from 'node:crypto';
import type { DeliveryAttempt } from '../state.ts';

/**
 * The `Paddle-Signature` header of a body: `ts=SECONDS;h1=HEX`, HMAC-SHA256 over `SECONDS:BODY`
 * (https://developer.paddle.com/webhooks/signature-verification). `bad` signs with a wrong secret; `two_h1` is the
 * rotation of secrets, where the valid value comes first and the other secret's value after it.
 */
export function signatureHeader(
  body: string,
  secret: string,
  at: Date,
  kind: DeliveryAttempt['signature'],
): string {
  const seconds = Math.floor(at.getTime() / 1000);
  const signed = (key: string): string =>
    createHmac('sha256', key).update(`${seconds}:${body}`).digest('hex');
  const other = signed(`${secret}-another`);
  switch (kind) {
    case 'valid':
      return `ts=${seconds};h1=${signed(secret)}`;
    case 'bad':
      return `ts=${seconds};h1=${other}`;
    case 'two_h1':
      return `ts=${seconds};h1=${signed(secret)};h1=${other}`;
  }
}
