import { readFileSync } from 'node:fs';

/** MB of a process that nobody shares, and its part of what is shared (proc(5), PSS). */
export function proportionalSet(pid: number): number {
  const rollup = readFileSync(`/proc/${pid}/smaps_rollup`, 'latin1');
  return Number(/^Pss:\s+(\d+) kB/m.exec(rollup)?.[1]) / 1024;
}
