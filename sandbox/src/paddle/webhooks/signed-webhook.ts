import type { PaddleEvent, DeliveryAttempt } from '../state.ts';
import { createHmac } from 'node:crypto';

/** A webhook delivery: the exact body and its `Paddle-Signature`. */
export interface SignedWebhook {
  readonly eventId: string;
  readonly body: string;
  readonly signature: string;
}

/**
 * Creates and signs the webhook of an event; further fields of an event of `GET /control/paddle/events` are left out. `at` is real time,
 * which receivers compare with their clock.
 */
export function signedWebhook(event: PaddleEvent, secret: string, at: Date): SignedWebhook {
  const { event_id, event_type, occurred_at, data } = event;
  const notification_id = event_id.replace('evt_', 'ntf_');
  const body = JSON.stringify({ event_id, event_type, occurred_at, data, notification_id });
  return { eventId: event_id, body, signature: signatureHeader(body, secret, at, 'valid') };
}

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
