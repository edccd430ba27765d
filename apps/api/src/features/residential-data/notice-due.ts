const steps = [80, 95, 100] as const;

export type NoticeStep = (typeof steps)[number];

/** Returns the highest usage threshold reached without a notice since the last purchase, or null. */
export function noticeDue(spent: {
  /** Bytes after the last purchase. */
  readonly fullBytes: number;
  readonly availableBytes: number;
  readonly noticedPercent: number;
}): NoticeStep | null {
  const { fullBytes, availableBytes, noticedPercent } = spent;
  if (fullBytes <= 0) return null;
  const percent = Math.floor((100 * (fullBytes - availableBytes)) / fullBytes);
  return steps.findLast((step) => step <= percent && step > noticedPercent) ?? null;
}
