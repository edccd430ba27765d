import { once } from 'node:events';
import { constants } from 'node:os';
import { resolve } from 'node:path';
import { attachLab } from '../attach-lab.ts';
import type { LabDescription, LabHostName } from '../lab.ts';

/**
 * Runs a command on a host with this process's own terminal, and gives the exit code a shell would: the command's,
 * or 128 and the number of the signal that ended it. The state folder's `bin` comes first on PATH.
 */
export async function runOnHost(
  description: LabDescription,
  state: string,
  host: LabHostName,
  argv: readonly string[],
): Promise<number> {
  const path = [resolve(state, 'bin'), process.env.PATH].filter(Boolean).join(':');
  // Ctrl-C reaches the command by the terminal; whoever ends this process by its pid means the command too. The
  // handlers stand before the command starts, or a signal in between would end this process and orphan the command.
  process.on('SIGINT', () => {});
  for (const name of ['SIGTERM', 'SIGHUP'] as const) process.on(name, () => child.kill(name));
  // By env(1), which ends with 127 and a sentence where `ip` would end with 1 when there is no such command.
  const child = attachLab(description).spawn(host, ['env', '--', ...argv], {
    stdio: 'inherit',
    env: { PATH: path },
  });
  const [code, signal] = (await once(child, 'exit')) as [number | null, NodeJS.Signals | null];
  return code ?? 128 + (signal === null ? 0 : constants.signals[signal]);
}
