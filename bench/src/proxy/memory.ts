import { setTimeout as sleep } from 'node:timers/promises';
import { proportionalSet } from '../proportional-set.ts';
import type { Load, Request } from './load.ts';

/** MB by which processes grow for so many tunnels that are open and carry nothing; a few were opened and closed before. Memory
 * is read after so many seconds in which it settles. */
export async function idleTunnels(
  load: Load,
  pids: readonly number[],
  port: number,
  request: Request,
  count: number,
  settle: number,
): Promise<number> {
  const all = () => pids.reduce((sum, pid) => sum + proportionalSet(pid), 0);
  await load.holding(port, request, 50, () => Promise.resolve());
  await sleep(settle * 500);
  const before = all();
  const grown = await load.holding(port, request, count, async () => {
    await sleep(settle * 1_000);
    return all() - before;
  });
  return Math.round(grown * 100) / 100;
}
