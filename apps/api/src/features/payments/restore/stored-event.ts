import { sql } from 'kysely';
import type { Database } from '../../../platform/database/database.ts';
import type { PaymentProvider } from '../../../platform/database/schema.ts';
import type { ProviderEvent } from '../../subscription/index.ts';
import type { ReceivedEvent } from '../inbox/received-event.ts';

/** Returns whether an event with the same content is stored, whether it came as a webhook or from a query. */
export async function isStored(
  db: Database,
  provider: PaymentProvider,
  { event, eventId, occurredAt }: ReceivedEvent,
): Promise<boolean> {
  if (event === null) return true;
  const { rows } = await sql`
    select from provider_events
    where provider = ${provider} and (event_id = ${eventId} or ${sameContent(event, occurredAt)}) limit 1`.execute(
    db,
  );
  return rows.length > 0;
}

function sameContent(event: ProviderEvent, occurredAt: Date) {
  const isType = sql`event ->> 'type' = ${event.type}`;
  switch (event.type) {
    case 'payment_completed':
      return sql<boolean>`(transaction_id = ${event.transactionId} and ${isType})`;
    case 'payment_adjusted':
      return sql<boolean>`(transaction_id = ${event.transactionId} and ${isType}
        and event ->> 'adjustmentId' = ${event.adjustmentId} and event ->> 'status' = ${event.status})`;
    case 'subscription_changed':
      // A webhook is sent after the change that it is about.
      return sql<boolean>`(subscription_id = ${event.subscriptionId} and ${isType}
        and occurred_at >= ${occurredAt})`;
    case 'checkout_ended':
      return sql<boolean>`false`;
  }
}
