import type { ProviderEvent } from '../../subscription/index.ts';

/** A notification as stored: the normalised event and the original payload. */
export interface ReceivedEvent {
  readonly eventId: string;
  readonly eventType: string;
  readonly occurredAt: Date;
  readonly transactionId: string | null;
  readonly subscriptionId: string | null;
  /** Null for an irrelevant event type. */
  readonly event: ProviderEvent | null;
}
