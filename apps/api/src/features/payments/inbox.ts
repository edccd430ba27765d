import type { Clock } from '@comet/foundation';
import { sql } from 'kysely';
import type { Database } from '../../platform/database/database.ts';
import type { PaymentProvider } from '../../platform/database/schema.ts';
import type { ReceivedEvent } from './received-event.ts';

/** An event of the inbox. */
export interface EventName {
  readonly provider: PaymentProvider;
  readonly eventId: string;
}

/** An event as it came. */
export interface Arrival {
  readonly provider: PaymentProvider;
  readonly received: ReceivedEvent;
  /** The JSON that the provider sent. */
  readonly payload: string;
}

interface InboxDeps {
  readonly db: Database;
  readonly clock: Clock;
}

/**
 * Keeps an event, which is then worked off by itself; one that is kept already changes nothing. Of a kind that does not concern us only
 * its coming is kept: it may name a customer, and could not be found again by any order of theirs.
 */
export function keepEvent(
  deps: InboxDeps,
  provider: PaymentProvider,
  received: ReceivedEvent,
  payload: unknown,
): Promise<void> {
  return keepAll(deps, [{ provider, received, payload: JSON.stringify(payload) }]);
}

/** At most so many at a time; those that come meanwhile go together next. */
const most = 100;

/**
 * Keeps events as they come, those of one moment together: a flood costs a statement for each turn of the event loop, not for each
 * event. Every promise is settled once its event is on the disk, or could not be put there.
 */
export function eventKeeper(deps: InboxDeps): (arrival: Arrival) => Promise<void> {
  let gathered: { readonly arrival: Arrival; readonly settled: PromiseWithResolvers<void> }[] = [];
  const flush = async () => {
    const batch = gathered;
    gathered = [];
    try {
      await keepAll(
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
    else if (gathered.length === most) void flush();
    return settled.promise;
  };
}

async function keepAll({ db, clock }: InboxDeps, arrivals: readonly Arrival[]): Promise<void> {
  if (arrivals.length === 0) return;
  const receivedAt = clock.now();
  // What the provider sent is JSON already: it goes as it is into the one document that carries all rows.
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
