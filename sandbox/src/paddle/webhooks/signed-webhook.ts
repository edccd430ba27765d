import type { PaddleEvent } from '../state.ts';
import { signatureHeader } from './signature.ts';

/** One delivery of an event, ready to be posted: the body byte for byte, and its `Paddle-Signature`. */
export interface SignedWebhook {
  readonly eventId: string;
  readonly body: string;
  readonly signature: string;
}

/**
 * Writes and signs an event as Paddle sends it; an event of `GET /control/paddle/events` will do, its further parts are
 * left out. `at` is the real time, which receivers compare with their clock.
 */
export function signedWebhook(event: PaddleEvent, secret: string, at: Date): SignedWebhook {
  const { event_id, event_type, occurred_at, data } = event;
  const notification_id = event_id.replace('evt_', 'ntf_');
  const body = JSON.stringify({ event_id, event_type, occurred_at, data, notification_id });
  return { eventId: event_id, body, signature: signatureHeader(body, secret, at, 'valid') };
}
