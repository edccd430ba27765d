import { readFileSync } from 'node:fs';
import { expect } from '@playwright/test';
import type { Lab } from '@comet/lab';
import { hears } from '@comet/stack';

/** The daemon's command line. */
export const daemon = /apps\/daemon\/src\/main\.ts/;

/** A gateway's agent's. */
export const agent = /apps\/gateway\/src\/main\.ts/;

/** The processes of a host whose command line fits; there is always one, or the test would prove nothing. */
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

/** True once another agent runs on a gateway than `before`, and takes tunnels by every way. */
export async function isReplaced(
  lab: Lab,
  host: 'gw-nl' | 'gw-jp',
  before: readonly number[],
): Promise<boolean> {
  const now = await pidsOn(lab, host, agent).catch(() => before);
  return now.every((pid) => !before.includes(pid)) && (await hears(lab, host));
}

/** Sends a signal to each, unless it has ended with another one already. */
export function signal(pids: readonly number[], name: NodeJS.Signals): void {
  for (const pid of pids)
    try {
      process.kill(pid, name);
    } catch {
      // It ended meanwhile.
    }
}

function commandLine(pid: number): string {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ').trim();
  } catch {
    return ''; // It ended meanwhile.
  }
}
