import type { Clock } from '@comet/foundation';
import type { Database } from '../../platform/database/database.ts';
import type { Coingate } from '../../platform/coingate/coingate.ts';
import { type JobQueue, jobKind } from '../../platform/jobs/jobs.ts';
import { readCoingateOrder } from './coingate-event.ts';
import type { TicketDeps } from '../support-tickets/index.ts';
import { keepEvent } from './inbox.ts';
import { reportOverpaid } from './report.ts';

export interface AskCoingateDeps extends TicketDeps {
  readonly db: Database;
  readonly clock: Clock;
  readonly jobs: JobQueue;
  readonly coingate: Coingate;
}

/** Asks CoinGate how an order stands: a callback says no more than that this is worth while. */
export const askCoingate = jobKind<{ coingateOrderId: string }>('payments.ask-coingate', {
  retries: 30,
  firstPause: 2,
});

/** Keeps CoinGate's answer about an order; coins beyond its price are for a person. Throws, to be tried again, when there is none. */
export async function keepCoingateOrder(deps: AskCoingateDeps, coingateOrderId: string): Promise<void> {
  const asked = await deps.coingate.order(coingateOrderId);
  if (!asked.ok) throw new Error(`CoinGate did not say how an order stands: ${asked.error}`);
  const { value: order } = asked;
  await keepEvent(deps, 'coingate', readCoingateOrder(order), { asked: order.id, status: order.status });
  if (order.overpaid !== null) await reportOverpaid(deps, order.id, order.overpaid);
}

const minuteMs = 60 * 1000;
const dayMs = 24 * 3600 * 1000;

/**
 * Asks about every order that is open for two minutes, as its callback may have been lost, and each hour about those that were given up in
 * the last week: coins that come late are honoured.
 */
export async function reconcileCoingate(deps: AskCoingateDeps): Promise<void> {
  const now = deps.clock.now();
  const before = (ms: number) => new Date(now.getTime() - ms);
  const isHourly = now.getUTCMinutes() === 23;
  const open = await deps.db
    .selectFrom('orders')
    .select('coingateOrderId')
    .where('provider', '=', 'coingate')
    .where('processingAt', '<', before(2 * minuteMs))
    .where((where) =>
      where.or([
        where('state', '=', 'processing'),
        ...(isHourly
          ? [
              where.and([
                where('state', 'in', ['expired', 'failed']),
                where('processingAt', '>', before(7 * dayMs)),
              ]),
            ]
          : []),
      ]),
    )
    .orderBy('processingAt')
    .limit(200)
    .execute();
  for (const { coingateOrderId } of open) {
    // One that CoinGate does not answer for now is asked for again in the next round.
    if (coingateOrderId !== null) await keepCoingateOrder(deps, coingateOrderId).catch(() => undefined);
  }
}
