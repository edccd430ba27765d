import { ipBatches, ipFailure } from './ip-batches.ts';
import type { IpCommand } from './ip-command.ts';
import { NetworkToolError, runProcess } from './run-process.ts';

export interface RunIpOptions {
  /** Carries on after a line that fails, and resolves: for cleaning up what may already be gone. */
  ignoreErrors?: boolean;
}

/**
 * Carries out the commands in order. Stops at the first that fails and rejects, naming it; the ones before it stay done.
 * Rejects with a TypeError, before anything is done, when any value is invalid.
 */
export async function runIp(commands: readonly IpCommand[], options: RunIpOptions = {}): Promise<void> {
  const force = options.ignoreErrors === true;
  for (const { six, lines } of ipBatches(commands)) {
    const flags = [...(six ? ['-6'] : []), ...(force ? ['-force'] : [])];
    const outcome = await runProcess('ip', [...flags, '-batch', '-'], `${lines.join('\n')}\n`);
    if (outcome.code !== 0 && !force) throw new NetworkToolError('ip', ipFailure(outcome.stderr, lines));
  }
}
