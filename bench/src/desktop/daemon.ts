import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { bundle } from '@comet/stack';
import { execOrThrow } from '../tunnels/manual-wireguard.ts';
import { coldDaemon } from '../tunnels/cold-daemon.ts';
import { proportionalSetSize } from '../proportional-set-size.ts';
import { peerProgram } from '../start-peer.ts';
import type { CaseFigures } from '../report.ts';
import type { SignedInClient } from '../services.ts';
import { readdirSync, readFileSync } from 'node:fs';
import { cpuTime } from '../cpu-time.ts';

/** Number of idle turns; ms to settle before a measurement, and ms for which CPU time is measured. */
export interface IdleAmounts {
  readonly idleTurns: number;
  readonly settleMs: number;
  readonly measureMs: number;
}

/** Measures the idle daemon as shipped, signed in, with and without a tunnel, compared with a minimal Node server. */
export async function measureIdleDaemon(
  client: SignedInClient,
  folder: string,
  { idleTurns, settleMs, measureMs }: IdleAmounts,
  log: (line: string) => void,
): Promise<CaseFigures[]> {
  const { lab } = client;
  const daemon = await coldDaemon(client, folder, settleMs);
  const [server, small] = [join(folder, 'bare-server.mjs'), join(folder, 'bare-server.cjs')];
  for (const file of [server, small]) await bundle(peerProgram('bare-server'), file);
  const [ours, connected, share]: [number[], number[], number[]] = [[], [], []];
  const [theirs, smaller]: [number[], number[]] = [[], []];
  for (let turn = 1; turn <= idleTurns; turn += 1) {
    theirs.push(await measureBareServer(server, folder, settleMs));
    smaller.push(await measureBareServer(small, folder, settleMs));
    await execOrThrow(lab, 'client', daemon.connect, daemon.env);
    const pid = Number(await readFile(join(folder, 'cometd.pid'), 'utf8'));
    await sleep(settleMs);
    // Excludes the child process wireguard-go, which replaces the kernel module on this machine.
    connected.push(proportionalSetSize(pid));
    share.push(await cpuShareOf(pid, measureMs));
    await execOrThrow(lab, 'client', ['comet', 'disconnect'], daemon.env);
    await sleep(settleMs / 3);
    ours.push(proportionalSetSize(pid));
    await daemon.stop();
    log(
      `turn ${turn}: daemon ${ours.at(-1)?.toFixed(1)} MB, connected ${connected.at(-1)?.toFixed(1)} MB, ` +
        `bare server ${theirs.at(-1)?.toFixed(1)} MB, as CommonJS ${smaller.at(-1)?.toFixed(1)} MB; ${share.at(-1)?.toFixed(2)} % of a core`,
    );
  }
  const peer = {
    peers: { 'bare Node server': theirs, 'bare server as CommonJS': smaller },
    target: { 'bare Node server': 1.3 },
  };
  const limit = 'limit of 1 % of a core';
  return [
    { case: 'memory of the daemon', unit: 'MB', ours, ...peer },
    { case: 'memory of the daemon, connected', unit: 'MB', ours: connected, ...peer },
    {
      case: 'processor of the daemon, connected',
      unit: '% of a core',
      canBeZero: true,
      ours: share,
      peers: { [limit]: share.map(() => 1) },
      target: { [limit]: 1 },
    },
  ];
}

/** Returns the memory of an idle server in MB. */
async function measureBareServer(program: string, folder: string, settleMs: number): Promise<number> {
  const child = spawn(process.execPath, [program], {
    stdio: ['ignore', 'pipe', 'inherit'],
    env: { ...process.env, NODE_COMPILE_CACHE: join(folder, 'compiled') },
  });
  const left = once(child, 'exit');
  const listens = once(child.stdout, 'data').then(() => true);
  if (!(await Promise.race([listens, left.then(() => false)])))
    throw new Error('The bare server ended before it listened');
  await sleep(settleMs);
  const memory = proportionalSetSize(child.pid ?? 0);
  child.kill();
  await left;
  return memory;
}

/** Returns the pids of a process and of its descendants. */
function treeOf(pid: number): readonly number[] {
  const threads = unlessEnded(() => readdirSync(`/proc/${pid}/task`)) ?? [];
  return [pid, ...threads.flatMap((thread) => childrenOf(pid, thread)).flatMap(treeOf)];
}

function childrenOf(pid: number, thread: string): readonly number[] {
  const text = unlessEnded(() => readFileSync(`/proc/${pid}/task/${thread}/children`, 'latin1')) ?? '';
  return text.split(' ').filter(Boolean).map(Number);
}

/** Returns null where the process or thread has ended since it was listed. */
function unlessEnded<T>(read: () => T): T | null {
  try {
    return read();
  } catch (error) {
    if (['ENOENT', 'ESRCH'].includes((error as NodeJS.ErrnoException).code ?? '')) return null;
    throw error;
  }
}

/** Returns the memory of a process tree in MB: private memory and its part of shared memory. */
export function memoryOf(pid: number): number {
  return treeOf(pid).reduce((sum, one) => sum + (unlessEnded(() => proportionalSetSize(one)) ?? 0), 0);
}

/** Returns the CPU use of a process tree over the duration, in percent of one core. */
export async function cpuShareOf(pid: number, milliseconds: number): Promise<number> {
  const used = () => treeOf(pid).reduce((sum, one) => sum + cpuTime(one), 0);
  const before = used();
  await sleep(milliseconds);
  return (100 * (used() - before)) / milliseconds;
}
