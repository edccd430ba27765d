import type { Database } from '../../../platform/database/database.ts';
import {
  type CommandArguments,
  readArguments,
  readIf,
  readTime,
  recordOperatorAction,
} from '../../operator-commands/index.ts';
import { type HistoryReport, type ReconcileHistoryDeps, reconcileHistory } from './reconcile-history.ts';

/** The providers’ clocks and ours differ, and a webhook can arrive long after its event. */
const marginMs = 24 * 3600 * 1000;

type ReconcileCommandDeps = ReconcileHistoryDeps & {
  /** The name in the audit log. */
  readonly operator: string;
};

/** Runs `reconcile [--since TIME] [--dry-run] [--json]`. */
export async function reconcileCommand(deps: ReconcileCommandDeps, args: CommandArguments): Promise<string> {
  const { options, flags } = readArguments(args, {
    positions: [],
    options: ['since'],
    flags: ['dry-run', 'json'],
  });
  const since = readIf(options.since, readTime) ?? (await newestEvent(deps.db));
  const dryRun = flags.has('dry-run');
  if (!dryRun) await recordStart(deps, since);
  const report = await reconcileHistory(deps, { since, dryRun });
  return flags.has('json') ? JSON.stringify(report, null, 2) : textOf(report);
}

/** Recorded first, since a run that fails in the middle has changed something. */
async function recordStart({ db, clock, operator }: ReconcileCommandDeps, since: Date): Promise<void> {
  const details = { since: since.toISOString() };
  await db
    .transaction()
    .execute((trx) =>
      recordOperatorAction(trx, { operator, action: 'reconcile_providers', details, now: clock.now() }),
    );
}

/** Returns a day before the newest event of a provider that the database has. */
async function newestEvent(db: Database): Promise<Date> {
  const { newest } = await db
    .selectFrom('providerEvents')
    .select((events) => events.fn.max('occurredAt').as('newest'))
    .executeTakeFirstOrThrow();
  // The type of an aggregate leaves out that there may be no row.
  const found = newest as Date | null;
  if (found === null)
    throw new Error('The database has no event of a payment provider: name the time with --since TIME');
  return new Date(found.getTime() - marginMs);
}

function textOf(report: HistoryReport): string {
  const { since, dryRun, listed, processed, restoredOrders, withoutOrder, openedTickets } = report;
  const counts = [
    `${listed.transactions} transactions`,
    `${listed.subscriptions} subscriptions`,
    `${listed.adjustments} adjustments at Paddle`,
    `${listed.coingateOrders} orders at CoinGate`,
  ].join(', ');
  const summary = dryRun
    ? `The database lacks ${processed.length}, of which ${restoredOrders.length} would get their order again. Nothing was changed.`
    : `${processed.length} were missing and are processed; ${restoredOrders.length} orders were created again, ${openedTickets.length} tickets opened.`;
  return [
    `Since ${since}: ${counts}.`,
    summary,
    ...processed.map(
      ({ provider, eventType, id, occurredAt }) => `  ${occurredAt} ${provider} ${eventType} ${id}`,
    ),
    ...withoutOrder.map((id) => `  no order and no account to restore it for: ${id}`),
    ...openedTickets.map((subject) => `  ticket: ${subject}`),
  ].join('\n');
}
