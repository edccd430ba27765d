import { getJson } from '../../platform/get-json.ts';
import type { Status } from './status.ts';

const intervalMs = 15_000;
/** Some browsers do not report paints: then the first request is sent after this time. */
const firstPaintTimeoutMs = 1_000;

/** Polls after the first paint while the page is visible, and at once when it becomes visible again; failures are retried. */
export function pollStatus(page: Document, show: (status: Status | null) => void): void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const refresh = async (): Promise<void> => {
    clearTimeout(timer);
    show(await getJson<Status>('/api/v1/status'));
    clearTimeout(timer);
    if (!page.hidden) timer = setTimeout(() => void refresh(), intervalMs);
  };
  page.addEventListener('visibilitychange', () => {
    if (!page.hidden) void refresh();
  });
  addEventListener('online', () => void refresh());
  // After the first paint, so that a reply does not delay it.
  const paints = new PerformanceObserver(() => {
    paints.disconnect();
    void refresh();
  });
  paints.observe({ type: 'paint', buffered: true });
  timer = setTimeout(() => void refresh(), firstPaintTimeoutMs);
}
