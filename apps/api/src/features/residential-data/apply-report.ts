/** What a gateway says about a lease: how much of it was used in all so far, and whether it is done with it. */
export interface QuotaLeaseReport {
  readonly slice: string;
  readonly usedBytes: number;
  readonly done: boolean;
}

/** The reports of one message, one for each lease: whatever was said about it twice, the greatest counts. */
export function mergeReports(reports: readonly QuotaLeaseReport[]): ReadonlyMap<string, QuotaLeaseReport> {
  const merged = new Map<string, QuotaLeaseReport>();
  for (const report of reports) {
    const said = merged.get(report.slice);
    merged.set(report.slice, {
      slice: report.slice,
      usedBytes: Math.max(report.usedBytes, said?.usedBytes ?? 0),
      done: report.done || said?.done === true,
    });
  }
  return merged;
}

/** Bytes of a lease, and whether what was not used of it went back. */
export interface QuotaLeaseState {
  readonly bytes: number;
  readonly usedBytes: number;
  readonly isSettled: boolean;
}

/**
 * A lease after a report. Never more than the lease, and never less than was reported before, so that repeats and old words change nothing. Of
 * a settled lease the rest went back: what is told of it late is taken from what can still be drawn, `drawableBytes`.
 */
export function applyReport(
  lease: QuotaLeaseState,
  report: Pick<QuotaLeaseReport, 'usedBytes' | 'done'>,
  drawableBytes: number,
): QuotaLeaseState {
  const told = Math.max(lease.usedBytes, Math.min(report.usedBytes, lease.bytes));
  if (!lease.isSettled) return { ...lease, usedBytes: told, isSettled: report.done };
  const late = Math.min(told - lease.usedBytes, Math.max(0, drawableBytes));
  return { ...lease, usedBytes: lease.usedBytes + late };
}
