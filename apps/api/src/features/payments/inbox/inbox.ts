import type { Clock } from '@comet/foundation';
import { sql } from 'kysely';
import type { Database, DatabaseTransaction } from '../../../platform/database/database.ts';
import type { PaymentProvider } from '../../../platform/database/schema.ts';
import type { ReceivedEvent } from './received-event.ts';
import type { Log } from '@comet/foundation/log';

interface InboxWorkerDeps {
  readonly db: Database;
  readonly clock: Clock;
  readonly log: Log;
}

const atOnce = 200;

const rateLimitClasses = 2;

const maxPauseMs = 3600 * 1000;

/** An error of the database can contain a whole statement. */
const maxErrorLength = 300;

/**
 * Processes the next due inbox event, oldest first. A failed event is retried with increasing delays until it succeeds, since it may be a
 * customer's payment, and does not block others. Returns true when an event was due, so that more may wait.
 */
export async function processInbox(
  deps: InboxWorkerDeps,
  processEvent: (event: EventName) => Promise<void>,
): Promise<boolean> {
  const now = deps.clock.now();
  const open = await deps.db
    .selectFrom('providerEvents')
    .select(['provider', 'eventId', 'tries'])
    .where('processedAt', 'is', null)
    .where((where) => where.or([where('retryAt', 'is', null), where('retryAt', '<=', now)]))
    .orderBy('receivedAt')
    .limit(atOnce)
    .execute();
  const queue = open.values();
  await Promise.all(
    Array.from({ length: rateLimitClasses }, async () => {
      for (const event of queue) {
        try {
          await processEvent(event);
        } catch (error) {
          deps.log.error({ err: error, eventId: event.eventId }, 'an event could not be processed');
          await putOff(deps, event, error);
        }
      }
    }),
  );
  return open.length > 0;
}

async function putOff(
  { db, clock }: InboxWorkerDeps,
  { provider, eventId, tries }: EventName & { readonly tries: number },
  error: unknown,
): Promise<void> {
  const pauseMs = Math.min(maxPauseMs, 2000 * 2 ** Math.min(tries, 20));
  await db
    .updateTable('providerEvents')
    .set({
      tries: tries + 1,
      retryAt: new Date(clock.now().getTime() + pauseMs),
      lastError: (error instanceof Error ? error.message : String(error)).slice(0, maxErrorLength),
    })
    .where('provider', '=', provider)
    .where('eventId', '=', eventId)
    .where('processedAt', 'is', null)
    .execute();
}

/** An event of the inbox. */
interface EventName {
  readonly provider: PaymentProvider;
  readonly eventId: string;
}

/** A received event. */
interface Arrival {
  readonly provider: PaymentProvider;
  readonly received: ReceivedEvent;
  /** The JSON that the provider sent. */
  readonly payload: string;
}

interface InboxDeps {
  readonly db: Database | DatabaseTransaction;
  readonly clock: Clock;
}

/**
 * Stores an event, which is then processed asynchronously; an event that is already stored changes nothing. Of irrelevant event types only
 * the arrival is stored: the payload may name a customer and could not be found again through an order.
 */
export function storeEvent(
  deps: InboxDeps,
  provider: PaymentProvider,
  received: ReceivedEvent,
  payload: unknown,
): Promise<void> {
  return storeAll(deps, [{ provider, received, payload: JSON.stringify(payload) }]);
}

/** Maximum number of events in one statement; later arrivals go into the next one. */
const maxBatchSize = 100;

/**
 * Stores incoming events in batches: a burst costs one statement per turn of the event loop, not one per event. Each promise settles once
 * its event is stored or storing it failed.
 */
export function eventRecorder(deps: InboxDeps): (arrival: Arrival) => Promise<void> {
  let gathered: { readonly arrival: Arrival; readonly settled: PromiseWithResolvers<void> }[] = [];
  const flush = async () => {
    const batch = gathered;
    gathered = [];
    try {
      await storeAll(
        deps,
        batch.map(({ arrival }) => arrival),
      );
      for (const { settled } of batch) settled.resolve();
    } catch (error) {
      for (const { settled } of batch) settled.reject(error);
    }
  };
  return (arrival) => {
    const settled = Promise.withResolvers<void>();
    gathered.push({ arrival, settled });
    if (gathered.length === 1) setImmediate(() => void flush());
    else if (gathered.length === maxBatchSize) void flush();
    return settled.promise;
  };
}

async function storeAll({ db, clock }: InboxDeps, arrivals: readonly Arrival[]): Promise<void> {
  if (arrivals.length === 0) return;
  const receivedAt = clock.now();
  // The provider's payload is already JSON and is embedded unchanged in the document that carries all rows.
  const rows = arrivals.map(({ provider, received, payload }) => {
    const columns = JSON.stringify({ ...received, provider, receivedAt });
    return `${columns.slice(0, -1)},"payload":${received.event === null ? '{}' : payload}}`;
  });
  await sql`
    insert into provider_events (provider, event_id, event_type, occurred_at, received_at, processed_at,
      transaction_id, subscription_id, event, payload)
    select provider, "eventId", "eventType", "occurredAt", "receivedAt",
      -- There is nothing to work off.
      case when nullif(event, 'null'::jsonb) is null then "receivedAt" end, "transactionId", "subscriptionId",
      nullif(event, 'null'::jsonb), payload
    from jsonb_to_recordset(${`[${rows.join(',')}]`}::jsonb) as arrivals (provider text, "eventId" text,
      "eventType" text, "occurredAt" timestamptz, "receivedAt" timestamptz, "transactionId" text,
      "subscriptionId" text, event jsonb, payload jsonb)
    -- In one order everywhere, so that two floods never wait for each other in a circle.
    order by provider, "eventId"
    on conflict (provider, event_id) do nothing`.execute(db);
}
