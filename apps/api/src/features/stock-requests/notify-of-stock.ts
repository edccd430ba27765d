import type { Clock } from '@comet/foundation';
import type { Database } from '../../platform/database/database.ts';
import type { Outbox } from '../../platform/mail/outbox.ts';
import { liveCoverage } from '../exits/index.ts';
import { dedicatedStock } from '../dedicated-ips/index.ts';
import { inStockEmail } from './emails.ts';
import { type StockKind, takeStockRequests } from './stock-requests.store.ts';

/** Emails of one run. A run starts each minute. */
const perRun = 200;

/**
 * Queues an email for each request whose product is in stock, once, and returns their number. The request is deleted in the same
 * transaction, so that concurrent or repeated runs send no second one.
 */
export async function notifyOfStock(deps: {
  readonly db: Database;
  readonly clock: Clock;
  readonly outbox: Outbox;
  readonly dashboardUrl: string;
}): Promise<number> {
  const kinds = await kindsInStock(deps.db, deps.clock.now());
  return deps.db.transaction().execute(async (trx) => {
    const due = await takeStockRequests(trx, kinds, perRun);
    for (const { email, ...kind } of due)
      await deps.outbox.post(trx, email, inStockEmail({ ...kind, dashboardUrl: deps.dashboardUrl }));
    return due.length;
  });
}

async function kindsInStock(db: Database, now: Date): Promise<readonly StockKind[]> {
  const [addresses, coverage] = await Promise.all([dedicatedStock(db, null), liveCoverage(db, now)]);
  return [
    ...addresses.map(({ type: product, country }) => ({ product, country })),
    ...coverage.flatMap(({ country: code, tunnels }): readonly StockKind[] => {
      const country = code.toLowerCase();
      const proxy = { product: 'proxy_traffic', country } as const;
      return tunnels > 0 ? [proxy, { product: 'residential_data', country }] : [proxy];
    }),
  ];
}
