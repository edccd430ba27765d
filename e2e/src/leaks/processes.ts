import { readFileSync } from 'node:fs';
import { expect } from '@playwright/test';
import type { Lab } from '@comet/lab';
import { isServingTunnels } from '@comet/stack';

/** Matches the daemon's command line. */
export const daemon = /apps\/daemon\/src\/main\.ts/;

/** Matches the command line of a gateway's agent. */
export const agent = /apps\/gateway\/src\/main\.ts/;

/** Returns the processes of a host with a matching command line. Fails without any, because a test would then prove nothing. */
export async function pidsOn(
  lab: Lab,
  host: 'client' | 'gw-nl' | 'gw-jp',
  commands: RegExp,
): Promise<readonly number[]> {
  const { stdout } = await lab.exec(host, ['ip', 'netns', 'pids', lab.hosts[host].namespace]);
  const pids = stdout.trim().split('\n').map(Number);
  const found = pids.filter((pid) => {
    const line = commandLine(pid);
    return line !== '' && commands.test(line);
  });
  expect(found.length, `processes on ${host} like ${commands}`).toBeGreaterThan(0);
  return found;
}

/** Returns true once an agent other than `before` runs on a gateway and accepts tunnels by every protocol. */
export async function isReplaced(
  lab: Lab,
  host: 'gw-nl' | 'gw-jp',
  before: readonly number[],
): Promise<boolean> {
  const now = await pidsOn(lab, host, agent).catch(() => before);
  return now.every((pid) => !before.includes(pid)) && (await isServingTunnels(lab, host));
}

/** Sends a signal to each process; ignores those that have exited. */
export function signal(pids: readonly number[], name: NodeJS.Signals): void {
  for (const pid of pids)
    try {
      process.kill(pid, name);
    } catch {
      // The process has exited.
    }
}

function commandLine(pid: number): string {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ').trim();
  } catch {
    return ''; // The process has exited.
  }
}
