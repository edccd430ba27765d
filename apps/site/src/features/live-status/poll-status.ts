import { getJson } from '../../platform/get-json.ts';
import type { Status } from './status.ts';

const intervalMs = 15_000;

/** Polls while the page is visible, and at once when it becomes visible or the network returns; failures are retried. */
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
  void refresh();
}
