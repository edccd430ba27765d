import { holdAccounts } from './accounts.store.ts';
import { handleLowerBalance, type SpendingDeps } from './handle-lower-balance.ts';
import { applyReport, mergeReports, type QuotaLeaseReport } from './apply-report.ts';
import { balanceOf } from './balance.ts';
import { dayOf } from './days.ts';
import { recordQuotaLeases, type OwnedQuotaLease, quotaLeasesOf } from './quota-leases.store.ts';
import { addUsage } from './usage-days.store.ts';

/**
 * Processes a gateway's usage reports about its leases. Reports are cumulative, so a repeated, late or outdated report changes nothing.
 * Returns the leases that the gateway never drew, or that were settled and deleted.
 */
export async function recordUsage(
  deps: SpendingDeps,
  gatewayId: string,
  reports: readonly QuotaLeaseReport[],
): Promise<readonly string[]> {
  const merged = mergeReports(reports);
  const ids = [...merged.keys()];
  return deps.db.transaction().execute(async (trx) => {
    const accounts = await holdAccounts(trx, await quotaLeasesOf(trx, gatewayId, ids));
    // Read only after locking: another report may have been processed meanwhile.
    const quotaLeases = await quotaLeasesOf(trx, gatewayId, ids);
    const now = deps.clock.now();
    const take = async (some: readonly OwnedQuotaLease[], drawableBytes: number) => {
      const next = some.map((lease) => applied(lease, merged.get(lease.id), drawableBytes));
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
    for (const late of quotaLeases.filter(
      (lease) => lease.isSettled && isGreater(merged.get(lease.id), lease),
    ))
      await take([late], (await balanceOf(trx, late)).drawableBytes);
    for (const account of accounts) await handleLowerBalance(deps, trx, account);
    const known = new Set(quotaLeases.map(({ id }) => id));
    return ids.filter((id) => !known.has(id));
  });
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
