import type { Clock } from '@comet/foundation';
import type { DeliveryAttempt, Notification, PaddleEvent, PaddleState } from '../state.ts';
import { signatureHeader } from './signature.ts';

/** Sends waiting notifications to the destination, apart from whatever caused them. */
export interface WebhookSender {
  /** Looks at the queue soon; called when something was put there. */
  wake(): void;
  /** Stops and waits for the delivery that is under way. */
  close(): Promise<void>;
}

/** Milliseconds after each failed attempt; Paddle's own are minutes to days. After the last the notification has failed. */
const RETRY_AFTER_MS: readonly number[] = [500, 1000, 2000, 5000, 15_000, 60_000];
const TIMEOUT_MS = 5000;
/** In mode `reorder`, how long to gather before the latest goes first. */
const GATHER_MS = 400;

/** `clock` is the real time: receivers compare the signature's `ts` with their own clock. */
export function webhookSender(parts: {
  state: PaddleState;
  clock: Clock;
  url: string;
  secret: string;
  changed: () => void;
}): WebhookSender {
  const { state, clock } = parts;
  let timer: NodeJS.Timeout | null = null;
  let running: Promise<void> | null = null;
  let closed = false;
  const stop = new AbortController();

  function wake(): void {
    if (closed || running !== null) return;
    if (timer !== null) clearTimeout(timer);
    const next = nextMoment(state, clock.now());
    timer = next === null ? null : setTimeout(start, Math.min(next, 2 ** 31 - 1));
  }

  function start(): void {
    timer = null;
    running = round().finally(() => {
      running = null;
      wake();
    });
  }

  async function round(): Promise<void> {
    for (const notification of due(state, clock.now())) {
      if (closed) return;
      const event = state.events.find((candidate) => candidate.event_id === notification.event_id);
      if (event === undefined) continue;
      await deliver(notification, event);
      parts.changed();
    }
  }

  async function deliver(notification: Notification, event: PaddleEvent): Promise<void> {
    const first = await attempt(notification, event);
    if (notification.mode === 'duplicate') await attempt(notification, event);
    settle(notification, first, clock.now());
  }

  async function attempt(notification: Notification, event: PaddleEvent): Promise<boolean> {
    const kind = signatureKind(notification);
    const body = JSON.stringify({ ...event, notification_id: notification.id });
    const at = clock.now();
    const answer = await post(parts.url, body, signatureHeader(body, parts.secret, at, kind), stop.signal);
    notification.attempts.push({ at: at.toISOString(), ...answer, signature: kind });
    return answer.status_code === 200;
  }

  return {
    wake,
    async close() {
      closed = true;
      if (timer !== null) clearTimeout(timer);
      stop.abort();
      await running;
    },
  };
}

/** A wrong signature is sent once; the retry is signed as it should be. */
function signatureKind(notification: Notification): DeliveryAttempt['signature'] {
  if (notification.mode === 'two_h1') return 'two_h1';
  return notification.mode === 'bad_signature' && notification.attempts.length === 0 ? 'bad' : 'valid';
}

async function post(
  url: string,
  body: string,
  signature: string,
  stop: AbortSignal,
): Promise<{ status_code: number | null; error: string | null }> {
  try {
    const reply = await fetch(url, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'user-agent': 'Paddle', 'paddle-signature': signature },
      body,
      redirect: 'manual',
      signal: AbortSignal.any([stop, AbortSignal.timeout(TIMEOUT_MS)]),
    });
    await reply.body?.cancel();
    return { status_code: reply.status, error: null };
  } catch (error) {
    const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error;
    return { status_code: null, error: cause instanceof Error ? cause.message : String(cause) };
  }
}

function settle(notification: Notification, delivered: boolean, now: Date): void {
  if (delivered) {
    notification.status = 'delivered';
    notification.next_attempt_at = null;
    return;
  }
  const wait = RETRY_AFTER_MS[notification.attempts.length - 1];
  notification.status = wait === undefined ? 'failed' : 'needs_retry';
  notification.next_attempt_at = wait === undefined ? null : new Date(now.getTime() + wait).toISOString();
}

/** What is due, in the order of sending: as it happened, except that mode `reorder` sends the latest first. */
function due(state: PaddleState, now: Date): Notification[] {
  const ready = state.notifications.filter(
    (notification) => notification.next_attempt_at !== null && new Date(notification.next_attempt_at) <= now,
  );
  const reordered = ready.filter((notification) => notification.mode === 'reorder').toReversed();
  return ready.map((notification) =>
    notification.mode === 'reorder' ? (reordered.shift() ?? notification) : notification,
  );
}

/** Milliseconds until the next attempt, or null when nothing waits. */
function nextMoment(state: PaddleState, now: Date): number | null {
  const waits = state.notifications.flatMap((notification) =>
    notification.next_attempt_at === null
      ? []
      : [Math.max(0, new Date(notification.next_attempt_at).getTime() - now.getTime())],
  );
  const fresh = state.notifications.some(
    (notification) => notification.mode === 'reorder' && notification.status === 'not_attempted',
  );
  if (waits.length === 0) return null;
  return fresh ? Math.max(GATHER_MS, Math.min(...waits)) : Math.min(...waits);
}
