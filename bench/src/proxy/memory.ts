import { setTimeout as sleep } from 'node:timers/promises';
import { proportionalSet } from '../proportional-set.ts';
import { openTunnel, type Request } from './tunnels.ts';

/** MB by which processes grow for so many tunnels that are open and carry nothing; a few were opened and closed before. */
export async function idleTunnels(
  pids: readonly number[],
  port: number,
  request: Request,
  count: number,
): Promise<number> {
  const open = async (many: number) => {
    const tunnels = [];
    for (let left = many; left > 0; left -= 50)
      tunnels.push(
        ...(await Promise.all(Array.from({ length: Math.min(50, left) }, () => openTunnel(port, request)))),
      );
    return tunnels;
  };
  for (const { socket } of await open(50)) socket.destroy();
  await sleep(1_000);
  const all = () => pids.reduce((sum, pid) => sum + proportionalSet(pid), 0);
  const before = all();
  const tunnels = await open(count);
  await sleep(2_000);
  const grown = all() - before;
  for (const { socket } of tunnels) socket.destroy();
  return Math.round(grown * 100) / 100;
}
