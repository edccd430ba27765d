import type { IpCommand } from './ip-command.ts';

export interface RunIpOptions {
  /** Carries on after a line that fails, and resolves: for cleaning up what may already be gone. */
  ignoreErrors?: boolean;
}

/**
 * Carries out the commands in order. Stops at the first that fails and rejects, naming it; the ones before it stay done.
 * Invalid values throw before anything is done.
 */
export function runIp(commands: readonly IpCommand[], options: RunIpOptions = {}): Promise<void> {
  return Promise.reject(new Error(`not yet: ${commands.length} ${options.ignoreErrors}`));
}
