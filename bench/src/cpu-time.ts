import { readFileSync } from 'node:fs';

const ticksPerSecond = 100;

/** Processor time, user and system together, that a process and its threads have used so far; in milliseconds (proc(5), fields 14 and 15). */
export function cpuTime(pid: number): number {
  const stat = readFileSync(`/proc/${pid}/stat`, 'latin1');
  // The name, in brackets, may hold spaces; the third field follows it.
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  return ((Number(fields[11]) + Number(fields[12])) * 1000) / ticksPerSecond;
}
