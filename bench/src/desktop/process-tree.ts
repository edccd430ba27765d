import { readdirSync, readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { cpuTime } from '../cpu-time.ts';
import { proportionalSet } from '../proportional-set.ts';

/** A process and all that it started, and they in turn: their pids. */
function treeOf(pid: number): readonly number[] {
  const children = readdirSync(`/proc/${pid}/task`).flatMap((thread) =>
    readFileSync(`/proc/${pid}/task/${thread}/children`, 'latin1').split(' ').filter(Boolean).map(Number),
  );
  return [pid, ...children.flatMap(treeOf)];
}

/** MB that a process tree has for itself, and its part of what it shares with others. */
export function memoryOf(pid: number): number {
  return treeOf(pid).reduce((sum, one) => sum + proportionalSet(one), 0);
}

/** Percent of one core that a process tree takes for so long. */
export async function cpuShareOf(pid: number, milliseconds: number): Promise<number> {
  const used = () => treeOf(pid).reduce((sum, one) => sum + cpuTime(one), 0);
  const before = used();
  await sleep(milliseconds);
  return (100 * (used() - before)) / milliseconds;
}
