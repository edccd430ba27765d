import type { DatabaseTransaction } from '../../platform/database/database.ts';
import { lockDataAccounts } from './accounts.store.ts';
import { handleLowerBalances, type SpendingDeps } from './handle-lower-balance.ts';
import { applyReport, mergeReports, type QuotaLeaseReport } from './apply-report.ts';
import { balanceOf } from './balance.ts';
import { dayOf } from './days.ts';
import { recordQuotaLeases, type OwnedQuotaLease, quotaLeasesOf } from './quota-leases.store.ts';
import { addUsage } from './usage-days.store.ts';

/** The reports of one gateway about its leases. */
export interface GatewayReport {
  readonly gatewayId: string;
  readonly leases: readonly QuotaLeaseReport[];
}

/**
 * Processes a gateway's usage reports about its leases. Reports are cumulative, so a repeated, late or outdated report changes nothing.
 * Returns the leases that the gateway never drew, or that were settled and deleted.
 */
export async function recordUsage(
  deps: SpendingDeps,
  gatewayId: string,
  leases: readonly QuotaLeaseReport[],
): Promise<readonly string[]> {
  const [unknown = []] = await recordReports(deps, [{ gatewayId, leases }]);
  return unknown;
}

/**
 * The same for the reports of several gateways, in one transaction and a few statements, whatever their number. Returns the unknown leases
 * of each report.
 */
export async function recordReports(
  deps: SpendingDeps,
  reports: readonly GatewayReport[],
): Promise<readonly (readonly string[])[]> {
  const merged = mergedByLease(reports);
  const known = await deps.db.transaction().execute((trx) => recordMerged(deps, trx, merged));
  return reports.map(({ gatewayId, leases }) => [
    ...new Set(leases.map(({ slice }) => slice).filter((slice) => !known.has(keyOf(gatewayId, slice)))),
  ]);
}

type NamedReport = QuotaLeaseReport & { readonly gatewayId: string };

const keyOf = (gatewayId: string, slice: string): string => `${gatewayId} ${slice}`;

/** One report for each lease and gateway; another gateway's report about the same lease stays separate. */
function mergedByLease(reports: readonly GatewayReport[]): readonly NamedReport[] {
  const byGateway = Map.groupBy(reports, ({ gatewayId }) => gatewayId);
  return [...byGateway].flatMap(([gatewayId, some]) =>
    [...mergeReports(some.flatMap(({ leases }) => leases)).values()].map((report) => ({
      ...report,
      gatewayId,
    })),
  );
}

/** Returns the keys of the reports whose lease exists. */
async function recordMerged(
  deps: SpendingDeps,
  trx: DatabaseTransaction,
  reports: readonly NamedReport[],
): Promise<ReadonlySet<string>> {
  const accounts = await lockDataAccounts(trx, ownersOf(await quotaLeasesOf(trx, reports)));
  // Read only after locking: another report may have been processed meanwhile.
  const quotaLeases = await quotaLeasesOf(trx, reports);
  const reportOf = new Map(reports.map((report) => [keyOf(report.gatewayId, report.slice), report]));
  const now = deps.clock.now();
  const ofLease = ({ gatewayId, id }: OwnedQuotaLease) => reportOf.get(keyOf(gatewayId, id));
  const take = async (some: readonly OwnedQuotaLease[], drawableBytes: number) => {
    const next = some.map((lease) => applied(lease, ofLease(lease), drawableBytes));
    await recordQuotaLeases(trx, next, now);
    const usage = next.map((lease, index) => ({
      ...lease,
      bytes: lease.usedBytes - (some[index]?.usedBytes ?? 0),
    }));
    await addUsage(trx, dayOf(now), usage);
  };
  await take(
    quotaLeases.filter(({ isSettled }) => !isSettled),
    0,
  );
  // Rare; each is processed after the balance of the previous one.
  for (const late of quotaLeases.filter((lease) => lease.isSettled && isGreater(ofLease(lease), lease)))
    await take([late], (await balanceOf(trx, late)).drawableBytes);
  await handleLowerBalances(deps, trx, accounts);
  return new Set(quotaLeases.map(({ gatewayId, id }) => keyOf(gatewayId, id)));
}

/** Each owner once, of any number of leases. */
function ownersOf(quotaLeases: readonly OwnedQuotaLease[]): readonly OwnedQuotaLease[] {
  return [...new Map(quotaLeases.map((lease) => [`${lease.userId} ${lease.product}`, lease])).values()];
}

function applied(
  slice: OwnedQuotaLease,
  report: QuotaLeaseReport | undefined,
  drawableBytes: number,
): OwnedQuotaLease {
  return report === undefined ? slice : { ...slice, ...applyReport(slice, report, drawableBytes) };
}

function isGreater(report: QuotaLeaseReport | undefined, { usedBytes }: OwnedQuotaLease): boolean {
  return report !== undefined && report.usedBytes > usedBytes;
}
