import { failureText, shellTexts } from '@comet/texts/desktop';
import type { DashboardPage } from '@comet/tunnel-protocol';
import { useState } from 'react';
import { useDaemon } from '../../platform/daemon/index.ts';
import { useShell } from '../../platform/shell/index.ts';

/** Opens pages of the dashboard in the system's browser, signed in if the page accepts a one-time token. */
export function useDashboard() {
  const daemon = useDaemon();
  const shell = useShell();
  const [opening, setOpening] = useState(false);
  const [failure, setFailure] = useState<string | null>(null);

  /** `search`: query parameters to add to the URL. */
  async function go(page: DashboardPage, search: Readonly<Record<string, string>>): Promise<void> {
    setOpening(true);
    setFailure(null);
    const linked = await daemon.send('dashboard.link', { page });
    setOpening(false);
    if (!linked.ok) {
      setFailure(failureText(linked.error.error, linked.error.detail));
      return;
    }
    const url = new URL(linked.value.url);
    for (const [name, value] of Object.entries(search)) url.searchParams.set(name, value);
    await shell.openPage(url.href).catch(() => setFailure(shellTexts.noBrowser));
  }

  return {
    open: (page: DashboardPage, search: Readonly<Record<string, string>> = {}) => void go(page, search),
    opening,
    failure,
  };
}
