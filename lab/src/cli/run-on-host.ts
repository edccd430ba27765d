import { once } from 'node:events';
import { constants } from 'node:os';
import { resolve } from 'node:path';
import { attachLab } from '../attach-lab.ts';
import type { LabDescription, LabHostName } from '../lab.ts';
import { hostNames } from '../addresses.ts';

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
  // Ctrl-C reaches the command by the terminal; a signal to this process's pid is passed on. The
  // handlers are set before the command starts, or a signal in between would end this process and orphan the command.
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

/** The hosts of a lab as columns of text, a heading line first. */
export function hostsTable({ hosts }: LabDescription): string {
  const rows = [
    ['HOST', 'IPV4', 'IPV6', 'UPLINK', 'NAMESPACE'],
    ...hostNames.map((name) => {
      const { ipv4, ipv6, uplink, namespace } = hosts[name];
      return [name, ipv4, ipv6, uplink, namespace];
    }),
  ];
  const widths = rows[0]?.map((_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0))) ?? [];
  return rows
    .map((row) =>
      row
        .map((cell, column) => cell.padEnd(widths[column] ?? 0))
        .join('  ')
        .trimEnd(),
    )
    .join('\n');
}
