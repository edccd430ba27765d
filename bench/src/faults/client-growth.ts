import { readdirSync } from 'node:fs';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Lab } from '@comet/lab';
import { proportionalSetSize } from '../proportional-set-size.ts';
import type { SignedInClient } from '../services.ts';
import { coldDaemon } from '../tunnels/cold-daemon.ts';
import { execOrThrow } from '../tunnels/manual-wireguard.ts';
import { count, type FaultFigure } from './fault.ts';
import { growthWithErrorOf } from './soak/growth.ts';

/** Milliseconds from a connection in the daemon's earlier run to its end. */
const restMs = 3_000;
/** Attempts for a reply through the tunnel, and ms between two. */
const replies = { attempts: 150, intervalMs: 100 };

/** What is repeated. */
interface Turns {
  /** In the plural. */
  readonly name: string;
  /** Turns before the first sample and from there on, and those between two samples. */
  readonly warmUp: number;
  readonly measured: number;
  readonly perSample: number;
  /** One turn. `turn`: its number; `env`: of the command `comet`. */
  readonly run: (turn: number, env: ColdDaemon['env']) => Promise<void>;
}

type ColdDaemon = Awaited<ReturnType<typeof coldDaemon>>;

/** What must not grow. */
interface ClientSample {
  /** Memory of `cometd` in MB (PSS), without its child processes. */
  readonly memory: number;
  readonly descriptors: number;
}

/** Starts the daemon as shipped, connects it, and returns how its memory and descriptors grow while turns are repeated. */
export async function measureClientGrowth(
  client: SignedInClient,
  turns: Turns,
  log: (line: string) => void,
): Promise<readonly FaultFigure[]> {
  const folder = await mkdtemp(join(tmpdir(), 'comet-bench-'));
  try {
    const daemon = await coldDaemon(client, folder, restMs);
    await execOrThrow(client.lab, 'client', daemon.connect, daemon.env);
    const pid = Number(await readFile(join(folder, 'cometd.pid'), 'utf8'));
    const samples: ClientSample[] = [];
    const { name, warmUp, measured, perSample, run } = turns;
    for (let turn = 1 - warmUp; turn <= measured; turn += 1) {
      await run(turn, daemon.env);
      if (turn < 0 || turn % perSample !== 0) continue;
      const sample = sampleClient(pid);
      log(`${sample.memory.toFixed(2)} MB, ${sample.descriptors} descriptors`);
      samples.push(sample);
    }
    await daemon.stop();
    return [
      count(name, warmUp + measured),
      count('sampled during the last', measured),
      ...growthOfClient(samples),
    ];
  } finally {
    await rm(folder, { recursive: true });
  }
}

/** Takes a sample of the daemon's process. */
function sampleClient(pid: number): ClientSample {
  return { memory: proportionalSetSize(pid), descriptors: readdirSync(`/proc/${pid}/fd`).length };
}

/** The growth of memory and descriptors, each with its bound. */
function growthOfClient(samples: readonly ClientSample[]): readonly FaultFigure[] {
  const of = (figure: keyof ClientSample) => samples.map((sample) => sample[figure]);
  return [
    ...growthWithErrorOf('memory of cometd', 'MB', of('memory')),
    ...growthWithErrorOf('descriptors', '', of('descriptors')),
  ];
}

/** Resolves with the first reply of the lab's internet host to the address of a gateway. */
export async function untilProtected(lab: Lab): Promise<void> {
  const gateways = [lab.hosts['gw-nl'].ipv4, lab.hosts['gw-jp'].ipv4];
  const query = ['curl', '-sS', '--max-time', '1', lab.echoUrl.ipv4];
  for (let attempt = 1; attempt <= replies.attempts; attempt += 1) {
    const seen = (await lab.exec('client', query)).stdout.trim();
    if (gateways.includes(seen)) return;
    if (seen !== '') throw new Error(`The internet host has seen ${seen} in place of a gateway`);
    await sleep(replies.intervalMs);
  }
  throw new Error('The tunnel has carried no reply');
}
