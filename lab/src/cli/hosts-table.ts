import { hostNames } from '../addresses.ts';
import type { LabDescription } from '../lab.ts';

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
