import { holdAccounts } from './accounts.store.ts';
import { afterSpending, type SpendingDeps } from './after-spending.ts';
import { applyReport, mergeReports, type SliceReport } from './apply-report.ts';
import { balanceOf } from './balance.ts';
import { dayOf } from './days.ts';
import { noteSlices, type OwnedSlice, slicesOf } from './slices.store.ts';
import { addUsage } from './usage-days.store.ts';

/**
 * Takes a gateway's word about the slices that it has drawn. What it says is cumulative, so that a report which comes twice, late or
 * after a later one changes nothing. Returns the slices that it never drew, or that were settled so long ago that they are forgotten.
 */
export async function takeUsage(
  deps: SpendingDeps,
  gatewayId: string,
  reports: readonly SliceReport[],
): Promise<readonly string[]> {
  const merged = mergeReports(reports);
  const ids = [...merged.keys()];
  return deps.db.transaction().execute(async (trx) => {
    const accounts = await holdAccounts(trx, await slicesOf(trx, gatewayId, ids));
    // Only now: another report may have come between.
    const slices = await slicesOf(trx, gatewayId, ids);
    const now = deps.clock.now();
    const take = async (some: readonly OwnedSlice[], drawableBytes: number) => {
      const next = some.map((slice) => applied(slice, merged.get(slice.id), drawableBytes));
      await noteSlices(trx, next, now);
      const usage = next.map((slice, index) => ({
        ...slice,
        bytes: slice.usedBytes - (some[index]?.usedBytes ?? 0),
      }));
      await addUsage(trx, dayOf(now), usage);
    };
    await take(
      slices.filter(({ isSettled }) => !isSettled),
      0,
    );
    // Rare, and each after what the one before has left.
    for (const late of slices.filter((slice) => slice.isSettled && isGreater(merged.get(slice.id), slice)))
      await take([late], (await balanceOf(trx, late)).drawableBytes);
    for (const account of accounts) await afterSpending(deps, trx, account);
    const known = new Set(slices.map(({ id }) => id));
    return ids.filter((id) => !known.has(id));
  });
}

function applied(slice: OwnedSlice, report: SliceReport | undefined, drawableBytes: number): OwnedSlice {
  return report === undefined ? slice : { ...slice, ...applyReport(slice, report, drawableBytes) };
}

function isGreater(report: SliceReport | undefined, { usedBytes }: OwnedSlice): boolean {
  return report !== undefined && report.usedBytes > usedBytes;
}
