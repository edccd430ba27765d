/** A gateway's report about a lease: the cumulative usage, and whether the gateway has finished with it. */
export interface QuotaLeaseReport {
  readonly slice: string;
  readonly usedBytes: number;
  readonly done: boolean;
}

/** Merges the reports of one message to one per lease; of duplicates the greatest value counts. */
export function mergeReports(reports: readonly QuotaLeaseReport[]): ReadonlyMap<string, QuotaLeaseReport> {
  const merged = new Map<string, QuotaLeaseReport>();
  for (const report of reports) {
    const earlier = merged.get(report.slice);
    merged.set(report.slice, {
      slice: report.slice,
      usedBytes: Math.max(report.usedBytes, earlier?.usedBytes ?? 0),
      done: report.done || earlier?.done === true,
    });
  }
  return merged;
}

/** Size of a lease in bytes, its usage, and whether the unused rest was returned. */
export interface QuotaLeaseState {
  readonly bytes: number;
  readonly usedBytes: number;
  readonly isSettled: boolean;
}

/**
 * Returns a lease after a report. Usage never exceeds the lease and never falls below an earlier report, so repeated and outdated reports
 * change nothing. The rest of a settled lease was returned: usage reported late is limited to what can still be drawn, `drawableBytes`.
 */
export function applyReport(
  lease: QuotaLeaseState,
  report: Pick<QuotaLeaseReport, 'usedBytes' | 'done'>,
  drawableBytes: number,
): QuotaLeaseState {
  const reportedBytes = Math.max(lease.usedBytes, Math.min(report.usedBytes, lease.bytes));
  if (!lease.isSettled) return { ...lease, usedBytes: reportedBytes, isSettled: report.done };
  const late = Math.min(reportedBytes - lease.usedBytes, Math.max(0, drawableBytes));
  return { ...lease, usedBytes: lease.usedBytes + late };
}
