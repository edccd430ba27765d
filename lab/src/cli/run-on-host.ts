import { once } from 'node:events';
import { constants } from 'node:os';
import { resolve } from 'node:path';
import { attachLab } from '../attach-lab.ts';
import type { LabDescription, LabHostName } from '../lab.ts';
import { hostNames } from '../addresses.ts';

/**
 * Runs a command on a host in this terminal and returns the exit code like a shell: the command's, or 128 plus the signal's number. The
 * state folder's `bin` is first on PATH.
 */
export async function runOnHost(
  description: LabDescription,
  state: string,
  host: LabHostName,
  argv: readonly string[],
): Promise<number> {
  const path = [resolve(state, 'bin'), process.env.PATH].filter(Boolean).join(':');
  // Ctrl-C reaches the command through the terminal; signals to this process are forwarded. The handlers are installed before the command
  // starts, because an earlier signal would end this process and orphan the command.
  process.on('SIGINT', () => {});
  for (const name of ['SIGTERM', 'SIGHUP'] as const) process.on(name, () => child.kill(name));
  // env(1) exits with 127 and a message if the command is missing; `ip` exits with 1.
  const child = attachLab(description).spawn(host, ['env', '--', ...argv], {
    stdio: 'inherit',
    env: { PATH: path },
  });
  const [code, signal] = (await once(child, 'exit')) as [number | null, NodeJS.Signals | null];
  return code ?? 128 + (signal === null ? 0 : constants.signals[signal]);
}

/** Returns the hosts of a lab as a text table with a header line. */
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
