import { failureText, updatesTexts } from '@comet/texts/desktop';
import type { Daemon } from '../../platform/daemon/index.ts';
import type { Shell } from '../../platform/shell/index.ts';

export type InstallStep = 'fetching' | 'installing' | 'restarting';

/**
 * The way to the newer version: the daemon fetches and verifies it, the system installs it, the app starts anew. Tells each step as it
 * begins; gives why it ended early, else null. The daemon is replaced on the way, so nothing of it is asked after the first step.
 */
export async function install(
  daemon: Daemon,
  shell: Shell,
  begins: (step: InstallStep) => void,
): Promise<string | null> {
  begins('fetching');
  const fetched = await daemon.ask('update.fetch', {});
  if (!fetched.ok) return failureText(fetched.error.error, fetched.error.detail);
  begins('installing');
  const outcome = await shell.installUpdate();
  if (outcome !== 'installed')
    return outcome === 'not-allowed' ? updatesTexts.notAllowed : updatesTexts.failed;
  begins('restarting');
  await shell.restart();
  return null;
}
