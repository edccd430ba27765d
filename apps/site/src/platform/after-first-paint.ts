/** Milliseconds after which the work starts in browsers that do not report paints. */
const timeoutMs = 1_000;

/**
 * Runs `work` once, after the first paint: modules run before it, so that the work would delay the largest
 * paint.
 */
export function afterFirstPaint(work: () => void): void {
  let hasRun = false;
  const run = (): void => {
    if (hasRun) return;
    hasRun = true;
    paints.disconnect();
    clearTimeout(timer);
    work();
  };
  const paints = new PerformanceObserver(run);
  const timer = setTimeout(run, timeoutMs);
  paints.observe({ type: 'paint', buffered: true });
}
