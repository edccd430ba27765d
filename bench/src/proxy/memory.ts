import { readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { openTunnel, type Request } from './tunnels.ts';

/** MB of a process that nobody shares, and its part of what is shared (proc(5), PSS). */
function proportionalSet(pid: number): number {
  const rollup = readFileSync(`/proc/${pid}/smaps_rollup`, 'latin1');
  return Number(/^Pss:\s+(\d+) kB/m.exec(rollup)?.[1]) / 1024;
}

/** MB by which a process grows for so many tunnels that are open and carry nothing; a few were opened and closed before. */
export async function idleTunnels(
  pid: number,
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
  const before = proportionalSet(pid);
  const tunnels = await open(count);
  await sleep(2_000);
  const grown = proportionalSet(pid) - before;
  for (const { socket } of tunnels) socket.destroy();
  return Math.round(grown * 100) / 100;
}
