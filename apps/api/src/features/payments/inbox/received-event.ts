import type { ProviderEvent } from '../../subscription/index.ts';

/** A notification in the form in which it is kept: what it says for us, and what it was. */
export interface ReceivedEvent {
  readonly eventId: string;
  readonly eventType: string;
  readonly occurredAt: Date;
  readonly transactionId: string | null;
  readonly subscriptionId: string | null;
  /** Null for a kind that does not concern us. */
  readonly event: ProviderEvent | null;
}
