import type { PaddleEvent } from '../state.ts';
import { signatureHeader } from './signature.ts';

/** One delivery of an event, ready to be posted: the body byte for byte, and its `Paddle-Signature`. */
export interface SignedWebhook {
  readonly eventId: string;
  readonly body: string;
  readonly signature: string;
}

/** Writes and signs an event as Paddle sends it. `at` is the real time, which receivers compare with their clock. */
export function signedWebhook(event: PaddleEvent, secret: string, at: Date): SignedWebhook {
  const body = JSON.stringify({ ...event, notification_id: event.event_id.replace('evt_', 'ntf_') });
  return { eventId: event.event_id, body, signature: signatureHeader(body, secret, at, 'valid') };
}
