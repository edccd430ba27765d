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
import { count, type Fault, type FaultFigure } from './fault.ts';
import { growthWithErrorOf } from './soak/growth.ts';

/** Reconnects before the first sample and from there on, and those between two samples. */
const reconnects = { warmUp: 100, measured: 1_000, perSample: 25 } as const;
/** Two locations by turns, and the least ms of a turn: a gateway accepts two requests of an account in a second. */
const locations = ['jp-tyo', 'nl-ams'] as const;
const reconnectMs = 500;
/** Milliseconds from a connection in the daemon's earlier run to its end. */
const restMs = 3_000;
/** Attempts for a reply through the tunnel, and ms between two. */
const replies = { attempts: 150, intervalMs: 100 };

/** What must not grow. */
export interface ClientSample {
  /** Memory of `cometd` in MB (PSS), without its child processes. */
  readonly memory: number;
  readonly descriptors: number;
}

/** The daemon as shipped, whose tunnel is ended and connected again without pauses. */
export const clientSoak: Fault = {
  name: 'client-soak',
  title: '1,100 reconnects of the client',
  needsCluster: false,
  needsLab: true,
  reduced: null,
  measure: ({ signedInClient, log }) =>
    signedInClient(async (client) => {
      const folder = await mkdtemp(join(tmpdir(), 'comet-bench-'));
      try {
        return await measureClient(client, folder, log);
      } finally {
        await rm(folder, { recursive: true });
      }
    }),
};

async function measureClient(
  client: SignedInClient,
  folder: string,
  log: (line: string) => void,
): Promise<readonly FaultFigure[]> {
  const { lab } = client;
  const daemon = await coldDaemon(client, folder, restMs);
  await execOrThrow(lab, 'client', daemon.connect, daemon.env);
  const pid = Number(await readFile(join(folder, 'cometd.pid'), 'utf8'));
  const samples: ClientSample[] = [];
  const { warmUp, measured, perSample } = reconnects;
  for (let turn = 1 - warmUp; turn <= measured; turn += 1) {
    const began = performance.now();
    await execOrThrow(lab, 'client', ['comet', 'disconnect'], daemon.env);
    await execOrThrow(lab, 'client', ['comet', 'connect', locations[turn % 2 === 0 ? 1 : 0]], daemon.env);
    await untilProtected(lab);
    await sleep(Math.max(0, began + reconnectMs - performance.now()));
    if (turn < 0 || turn % perSample !== 0) continue;
    const sample = sampleClient(pid);
    log(`${sample.memory.toFixed(2)} MB, ${sample.descriptors} descriptors`);
    samples.push(sample);
  }
  await daemon.stop();
  return [
    count('reconnects', warmUp + measured),
    count('sampled during the last', measured),
    ...growthOfClient(samples),
  ];
}

/** Takes a sample of the daemon's process. */
export function sampleClient(pid: number): ClientSample {
  return { memory: proportionalSetSize(pid), descriptors: readdirSync(`/proc/${pid}/fd`).length };
}

/** The growth of memory and descriptors, each with its bound. */
export function growthOfClient(samples: readonly ClientSample[]): readonly FaultFigure[] {
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
