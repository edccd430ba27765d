import type { Clock } from '@comet/foundation';
import { initialDelivery, decrementRule } from '../platform/delivery/delivery.ts';
import type { Notification, PaddleState } from './state.ts';
import { randomInt } from 'node:crypto';

const ALPHABET = '0123456789abcdefghjkmnpqrstvwxyz';

/** A Paddle id such as `txn_01k9ppwf885xk7azx0xgnp6kp1`: a prefix and a lower-case ULID, sortable by `at`. */
function paddleId(prefix: string, at: Date): string {
  let time = at.getTime();
  let head = '';
  for (let index = 0; index < 10; index += 1) {
    head = ALPHABET.charAt(time % 32) + head;
    time = Math.floor(time / 32);
  }
  let tail = '';
  for (let index = 0; index < 16; index += 1) tail += ALPHABET.charAt(randomInt(32));
  return `${prefix}_${head}${tail}`;
}

/** State, clock and event log shared by the Paddle sandbox's modules. */
export interface PaddleContext {
  readonly state: PaddleState;
  now(): Date;
  /** The current time in Paddle's format. */
  timestamp(): string;
  newId(prefix: string): string;
  /** Stores an event and queues it for the webhook destination. */
  emit(eventType: string, data: object): void;
  /** Signals that `state` has changed. */
  changed(): void;
  /** URL of Paddle's API for its clients, without a trailing slash. */
  readonly apiUrl: string;
}

/** Creates the context. `send` is called when notifications are pending. */
export function createPaddleContext(parts: {
  state: PaddleState;
  clock: Clock;
  /** Real time, used for deliveries. */
  systemClock: Clock;
  apiUrl: string;
  changed: () => void;
  send: () => void;
  /** Number of stored events, the newest; default 1,000. */
  keptEvents?: number;
}): PaddleContext {
  const { state, clock } = parts;
  const now = (): Date => clock.now();
  return {
    state,
    now,
    timestamp: () => now().toISOString(),
    newId: (prefix) => paddleId(prefix, now()),
    emit(eventType, data) {
      const eventId = paddleId('evt', now());
      state.events.push({
        event_id: eventId,
        event_type: eventType,
        occurred_at: nextOccurrence(state, now()),
        // A copy, because the entity may change later.
        data: JSON.parse(JSON.stringify(data)) as Record<string, unknown>,
      });
      enqueue(state, eventId, 'event', parts.systemClock.now());
      forgetOldest(state, parts.keptEvents ?? KEPT_EVENTS);
      parts.changed();
      parts.send();
    },
    changed: parts.changed,
    apiUrl: parts.apiUrl,
  };
}

/** Queues an event for delivery in the current mode. `now` is real time. Returns the notification's id. */
export function enqueue(
  state: PaddleState,
  eventId: string,
  origin: Notification['origin'],
  now: Date,
): string {
  const id = paddleId('ntf', now);
  const { delivery } = state;
  state.notifications.push({
    id,
    event_id: eventId,
    origin,
    ...initialDelivery(delivery, now),
    attempts: [],
  });
  state.delivery = decrementRule(delivery);
  return id;
}

const KEPT_EVENTS = 1000;

/** Keeps only the newest events and their notifications, to limit the state file. */
function forgetOldest(state: PaddleState, kept: number): void {
  if (state.events.length <= kept) return;
  const gone = new Set(state.events.splice(0, kept / 2).map((event) => event.event_id));
  state.notifications = state.notifications.filter((notification) => !gone.has(notification.event_id));
}

/** Returns a unique time for an event, because receivers order by `occurred_at`. Microseconds, as at Paddle. */
function nextOccurrence(state: PaddleState, now: Date): string {
  state.lastOccurredAt = Math.max(now.getTime(), state.lastOccurredAt + 1);
  return new Date(state.lastOccurredAt).toISOString().replace('Z', '000Z');
}
