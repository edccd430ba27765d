import type { Clock } from '@comet/foundation';
import type { Database } from '../../platform/database/database.ts';
import type { PaymentProvider } from '../../platform/database/schema.ts';
import { type JobQueue, jobKind } from '../../platform/jobs/jobs.ts';
import type { ReceivedEvent } from './received-event.ts';

/** An event of the inbox. */
export interface EventName {
  readonly provider: PaymentProvider;
  readonly eventId: string;
}

export const processEvent = jobKind<EventName>('payments.process-event', {
  retries: 15,
  firstPause: 2,
});

/**
 * Keeps an event and has it processed; one that is kept already changes nothing. True for a new one. Of a kind that does not concern us
 * only its coming is kept: it may name a customer, and could not be found again by any order of theirs.
 */
export async function keepEvent(
  deps: { readonly db: Database; readonly clock: Clock; readonly jobs: JobQueue },
  provider: PaymentProvider,
  received: ReceivedEvent,
  payload: unknown,
): Promise<boolean> {
  const { event, ...columns } = received;
  return deps.db.transaction().execute(async (trx) => {
    const kept = await trx
      .insertInto('providerEvents')
      .values({
        ...columns,
        provider,
        receivedAt: deps.clock.now(),
        processedAt: null,
        event: event === null ? null : JSON.stringify(event),
        payload: JSON.stringify(event === null ? {} : payload),
      })
      .onConflict((conflict) => conflict.columns(['provider', 'eventId']).doNothing())
      .returning('eventId')
      .executeTakeFirst();
    if (kept === undefined) return false;
    await deps.jobs.enqueue(trx, processEvent, { provider, eventId: received.eventId });
    return true;
  });
}
