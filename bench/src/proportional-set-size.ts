import { readFileSync } from 'node:fs';

/** Returns a process's private memory and its part of the shared memory in MB (proc(5), PSS). */
export function proportionalSetSize(pid: number): number {
  const rollup = readFileSync(`/proc/${pid}/smaps_rollup`, 'latin1');
  return Number(/^Pss:\s+(\d+) kB/m.exec(rollup)?.[1]) / 1024;
}
