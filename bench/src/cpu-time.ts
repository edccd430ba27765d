import { readFileSync } from 'node:fs';

const ticksPerSecond = 100;

/** Returns the CPU time of a process and its threads, user and system, in ms (proc(5), fields 14 and 15). */
export function cpuTime(pid: number): number {
  const stat = readFileSync(`/proc/${pid}/stat`, 'latin1');
  // The name in parentheses may contain spaces; the third field follows it.
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  return ((Number(fields[11]) + Number(fields[12])) * 1000) / ticksPerSecond;
}
