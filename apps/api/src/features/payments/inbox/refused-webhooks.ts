import type { Clock } from '@comet/foundation';
import type { Metrics } from '@comet/observability';
import { sql } from 'kysely';
import type { Log } from '@comet/foundation/log';
import { deleteInBatches } from '../../../platform/database/batches.ts';
import type { Database } from '../../../platform/database/database.ts';
import { labelledCounter } from '../../../platform/http/observability/metrics.ts';
import { signatureFaults } from '../paddle/paddle-signature.ts';

const reasons = [
  ...signatureFaults.map((fault) => `paddle_signature_${fault}` as const),
  /** Valid signature, unknown schema: Paddle retries it, and an operator must investigate. */
  'paddle_unreadable',
  'coingate_token_wrong',
] as const;

export type RefusalReason = (typeof reasons)[number];

/** Counts a rejected notification. */
export type CountRefusal = (reason: RefusalReason) => void;

interface RefusalDeps {
  readonly db: Database;
  readonly clock: Clock;
  readonly log: Log;
  readonly metrics: Metrics;
}

/** At most one write in this time: forgeries cost no statement each. */
const writeEveryMs = 1000;
const hourMs = 3600 * 1000;
const keptMs = 30 * 24 * hourMs;

/** Forgeries change nothing, but operators should see the attempts: as a metric, and by the hour in the console. */
export function refusedWebhooks({ db, clock, log, metrics }: RefusalDeps): CountRefusal {
  const count = labelledCounter(metrics, {
    name: 'comet_api_refused_webhooks_total',
    help: 'Notifications of payment providers that were turned away',
    label: 'reason',
    values: reasons,
  });
  let gathered = new Map<RefusalReason, number>();
  const write = async () => {
    const refused = gathered;
    gathered = new Map();
    try {
      await recordRefusals(db, refused, clock.now());
    } catch (error) {
      log.warn({ err: error }, 'refused notifications could not be counted');
    }
  };
  return (reason) => {
    count(reason);
    if (gathered.size === 0) setTimeout(() => void write(), writeEveryMs).unref();
    gathered.set(reason, (gathered.get(reason) ?? 0) + 1);
  };
}

async function recordRefusals(
  db: Database,
  refused: ReadonlyMap<RefusalReason, number>,
  now: Date,
): Promise<void> {
  const hour = new Date(Math.floor(now.getTime() / hourMs) * hourMs);
  // In one order everywhere, so that two processes never wait for each other.
  const rows = [...refused].toSorted(([one], [other]) => one.localeCompare(other));
  await db
    .insertInto('refusedWebhooks')
    .values(rows.map(([reason, refusals]) => ({ hour, reason, refusals, firstAt: now, lastAt: now })))
    .onConflict((conflict) =>
      conflict.columns(['hour', 'reason']).doUpdateSet({
        refusals: sql<number>`refused_webhooks.refusals + excluded.refusals`,
        lastAt: sql<Date>`greatest(refused_webhooks.last_at, excluded.last_at)`,
      }),
    )
    .execute();
}

/** Deletes counts older than 30 days. */
export function deleteOldRefusals(db: Database, now: Date): Promise<number> {
  return deleteInBatches(db, 'refusedWebhooks', {
    key: ['hour', 'reason'],
    orderBy: 'hour',
    due: sql`hour < ${new Date(now.getTime() - keptMs)}`,
  });
}
