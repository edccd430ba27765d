/** What a gateway says about a slice: how much of it was used in all so far, and whether it is done with it. */
export interface SliceReport {
  readonly slice: string;
  readonly usedBytes: number;
  readonly done: boolean;
}

/** The reports of one message, one for each slice: whatever was said about it twice, the greatest counts. */
export function mergeReports(reports: readonly SliceReport[]): ReadonlyMap<string, SliceReport> {
  const merged = new Map<string, SliceReport>();
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

/** Bytes of a slice, and whether what was not used of it went back. */
export interface SliceState {
  readonly bytes: number;
  readonly usedBytes: number;
  readonly isSettled: boolean;
}

/**
 * A slice after a report. Never more than the slice, and never less than was reported before, so that repeats and old words change nothing. Of
 * a settled slice the rest went back: what is told of it late is taken from what can still be drawn, `drawableBytes`.
 */
export function applyReport(
  slice: SliceState,
  report: Pick<SliceReport, 'usedBytes' | 'done'>,
  drawableBytes: number,
): SliceState {
  const told = Math.max(slice.usedBytes, Math.min(report.usedBytes, slice.bytes));
  if (!slice.isSettled) return { ...slice, usedBytes: told, isSettled: report.done };
  const late = Math.min(told - slice.usedBytes, Math.max(0, drawableBytes));
  return { ...slice, usedBytes: slice.usedBytes + late };
}
