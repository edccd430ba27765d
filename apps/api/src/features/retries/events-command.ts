import { utcMinute } from '@comet/foundation';
import type { Database, DatabaseTransaction } from '../../platform/database/database.ts';
import {
  type OperatorDeps,
  readArguments,
  recordOperatorAction,
  table,
  type CommandArguments,
} from '../operator-commands/index.ts';

const maxRows = 200;

/** Runs `events list` and `events retry EVENT|TYPE`: payment notifications that could not be processed. */
export async function eventsCommand(deps: OperatorDeps, [verb, ...args]: CommandArguments): Promise<string> {
  if (verb === 'list') return listEvents(deps, args);
  if (verb === 'retry') return retry(deps, args);
  throw new Error('Use events list, or events retry EVENT|TYPE');
}

/** A notification that could not be processed. */
interface FailingEvent {
  readonly eventId: string;
  readonly eventType: string;
  readonly tries: number;
  readonly receivedAt: Date;
  readonly retryAt: Date | null;
  readonly transactionId: string | null;
  readonly lastError: string | null;
  /** The order that Paddle's transaction belongs to. */
  readonly orderId: string | null;
}

/** Unprocessed notifications after a failed attempt, the oldest first, with the order that Paddle's transaction belongs to. */
export function listFailingEvents(db: Database, limit: number): Promise<readonly FailingEvent[]> {
  return db
    .selectFrom('providerEvents')
    .leftJoin('orders', 'orders.paddleTransactionId', 'providerEvents.transactionId')
    .select(['eventId', 'eventType', 'tries', 'receivedAt', 'retryAt', 'transactionId', 'lastError'])
    .select('orders.id as orderId')
    .where('processedAt', 'is', null)
    .where('tries', '>', 0)
    .orderBy('receivedAt')
    .limit(limit)
    .execute();
}

/**
 * Makes failed notifications due now, by their id or all of a type. Returns their number. Each is changed by one of several concurrent calls;
 * processing is safe to repeat in any case.
 */
async function retryEvents(trx: DatabaseTransaction, named: string, now: Date): Promise<number> {
  const { numUpdatedRows } = await trx
    .updateTable('providerEvents')
    .set({ retryAt: now })
    .where('processedAt', 'is', null)
    .where('tries', '>', 0)
    .where('retryAt', '>', now)
    .where((event) => event.or([event('eventId', '=', named), event('eventType', '=', named)]))
    .executeTakeFirst();
  return Number(numUpdatedRows);
}

async function listEvents({ db }: OperatorDeps, args: CommandArguments): Promise<string> {
  readArguments(args, { positions: [], options: [] });
  const events = await listFailingEvents(db, maxRows);
  return table(
    ['event', 'type', 'received', 'attempts', 'next attempt', 'error'],
    events.map(({ eventId, eventType, receivedAt, tries, retryAt, lastError }) => [
      ...[eventId, eventType, utcMinute(receivedAt), String(tries)],
      ...[retryAt === null ? '-' : utcMinute(retryAt), lastError ?? '-'],
    ]),
  );
}

async function retry(deps: OperatorDeps, args: CommandArguments): Promise<string> {
  const [event = ''] = readArguments(args, { positions: ['EVENT|TYPE'], options: [] }).named;
  return deps.db.transaction().execute(async (trx) => {
    const now = deps.clock.now();
    const events = await retryEvents(trx, event, now);
    if (events === 0) throw new Error(`No failed notification waits as ${event}; nothing was changed`);
    await recordOperatorAction(trx, { ...deps, action: 'retry_event', details: { event, events }, now });
    return events === 1 ? 'The notification is processed now.' : `${events} notifications are processed now.`;
  });
}
