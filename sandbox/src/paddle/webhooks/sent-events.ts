import type { DeliveryAttempt, Notification, PaddleEvent, PaddleState } from '../state.ts';

/** An event with its notifications. */
export interface SentEvent extends PaddleEvent {
  readonly entity_id: string | null;
  readonly notifications: readonly {
    readonly id: string;
    readonly origin: Notification['origin'];
    readonly mode: Notification['mode'];
    readonly status: Notification['status'];
    readonly attempts: readonly DeliveryAttempt[];
  }[];
}

/** Returns events, newest first; of type `type`, about entity `entity`, at most `limit` (100). */
export function sentEvents(
  state: PaddleState,
  query: { type?: string; entity?: string; limit?: string },
): SentEvent[] {
  const limit = Number(query.limit ?? 100);
  return state.events
    .filter(
      (event) =>
        (query.type === undefined || event.event_type === query.type) &&
        (query.entity === undefined || event.data['id'] === query.entity),
    )
    .toReversed()
    .slice(0, limit)
    .map((event) => ({
      ...event,
      entity_id: typeof event.data['id'] === 'string' ? event.data['id'] : null,
      notifications: state.notifications
        .filter((notification) => notification.event_id === event.event_id)
        .map(({ id, origin, mode, status, attempts }) => ({ id, origin, mode, status, attempts })),
    }));
}
