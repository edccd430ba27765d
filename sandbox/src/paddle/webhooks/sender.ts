import type { Clock } from '@comet/foundation';
import { post } from '../../platform/delivery/post.ts';
import { deliverySender, type Sender, type Verdict } from '../../platform/delivery/sender.ts';
import type { DeliveryAttempt, Notification, PaddleState } from '../state.ts';
import { signatureHeader } from './signed-webhook.ts';

const TIMEOUT_MS = 5000;

/**
 * Sends pending notifications to the webhook destination, signed. `clock` is real time: receivers compare the signature's `ts` with their
 * own clock.
 */
export function webhookSender(parts: {
  state: PaddleState;
  clock: Clock;
  url: string;
  secret: string;
  changed: () => void;
}): Sender {
  const { state, clock } = parts;

  async function attempt(notification: Notification, stop: AbortSignal): Promise<Verdict> {
    const event = state.events.find((candidate) => candidate.event_id === notification.event_id);
    if (event === undefined) return 'refused';
    const kind = signatureKind(notification);
    const body = JSON.stringify({ ...event, notification_id: notification.id });
    const at = clock.now();
    const signature = signatureHeader(body, parts.secret, at, kind);
    const headers = {
      'content-type': 'application/json',
      'user-agent': 'Paddle',
      'paddle-signature': signature,
    };
    const response = await post(parts.url, { body, headers }, { timeoutMs: TIMEOUT_MS, stop });
    notification.attempts.push({ at: at.toISOString(), ...response, signature: kind });
    return response.status_code === 200 ? 'delivered' : 'again';
  }

  return deliverySender({
    queue: () => state.notifications,
    clock,
    attempt,
    tried: (notification) => notification.attempts.length,
    changed: parts.changed,
  });
}

/** A wrong signature is sent only once; the retry has a valid one. */
function signatureKind(notification: Notification): DeliveryAttempt['signature'] {
  if (notification.mode === 'two_h1') return 'two_h1';
  return notification.mode === 'bad_signature' && notification.attempts.length === 0 ? 'bad' : 'valid';
}
