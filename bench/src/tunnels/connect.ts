import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { LAB_COMMANDS } from '@comet/stack';
import { bareOpenvpn, withOpenvpnVariant } from './bare-openvpn.ts';
import {
  linkNames,
  acceptForwarding,
  execOrThrow,
  startManualServer,
  wgQuickConfig,
} from './manual-wireguard.ts';
import { coldDaemon } from './cold-daemon.ts';
import { timeToFirst, type Until } from './time-to-first.ts';
import { withAddedLatency } from './added-latency.ts';
import type { Bench } from '../bench.ts';
import type { CaseFigures } from '../report.ts';
import type { SignedInClient } from '../services.ts';

/**
 * OpenVPN's times randomly vary by a second, so the median needs many turns. `settleMs`: time in which the daemon restores its idle
 * connection to the gateway after routes or the latency changed. `restMs`: time after the connection in a cold daemon's earlier run.
 */
const amounts = {
  full: { warmUps: 1, turns: 11, openvpnTurns: 21, settleMs: 2_000, restMs: 3_000 },
  smoke: { warmUps: 0, turns: 1, openvpnTurns: 1, settleMs: 0, restMs: 0 },
};
/**
 * Added round trip in ms, and the limit of a connect: one round trip each for the handshake and the first packet, and 15 ms for our work.
 */
const addedLatencyMs = 50;
const latencyLimitMs = 2 * addedLatencyMs + 15;

/** The client, a folder, and `wg-quick` with a manually configured server. */
interface CaseSetup extends SignedInClient {
  readonly folder: string;
  readonly amount: (typeof amounts)[keyof typeof amounts];
  readonly log: (line: string) => void;
  readonly quick: { up(until?: Until): Promise<number>; down(): Promise<void> };
}

/** `comet connect` compared with `wg-quick up` and stock `openvpn`, until the first reply of the same internet host. */
export const connectBench: Bench = {
  name: 'connect',
  metric: 'time from the start of the command to the first reply through the tunnel',
  unit: 'ms',
  better: 'lower',
  packages: { ...LAB_COMMANDS, 'wg-quick': 'wireguard-tools', python3: 'python3' },
  needsLab: true,
  measure: ({ log, extent, signedInClient }) =>
    signedInClient(async (client) => {
      const { lab, wireguardGo } = client;
      const amount = amounts[extent];
      const folder = await mkdtemp(join(tmpdir(), 'comet-bench-'));
      await acceptForwarding(lab, linkNames.server);
      const server = await startManualServer(lab, wireguardGo, linkNames.server, 51_999);
      try {
        const config = await wgQuickConfig(lab, server, folder, linkNames.quick);
        const env = { WG_QUICK_USERSPACE_IMPLEMENTATION: wireguardGo };
        const quick = {
          up: (until: Until = 'reply') => timeToFirst(until, lab, ['wg-quick', 'up', config], env),
          async down() {
            await execOrThrow(lab, 'client', ['wg-quick', 'down', config], env);
            // The routes of wg-quick break the daemon's idle connection to the gateway.
            await sleep(amount.settleMs);
          },
        };
        const setup: CaseSetup = { ...client, folder, amount, log, quick };
        const figures: CaseFigures[] = [];
        for (const measure of connectCases) figures.push(await measure(setup));
        return figures;
      } finally {
        await server.down();
        await rm(folder, { recursive: true });
      }
    }),
};

const connectCases = [measureWarm, measureAddedLatency, measureCold, measureOpenvpn] as const;

async function measureWarm(setup: CaseSetup): Promise<CaseFigures> {
  const { ours, theirs } = await alternate(setup, 'comet', 'wg-quick', {
    ours: () => timeComet(setup),
    theirs: () => timeWgQuick(setup),
  });
  return { case: 'wireguard', ours, peers: { 'wg-quick': theirs }, target: { 'wg-quick': 0.2 } };
}

async function measureAddedLatency(setup: CaseSetup): Promise<CaseFigures> {
  const { ours, theirs } = await withAddedLatency(setup.lab, addedLatencyMs, async () => {
    await sleep(setup.amount.settleMs);
    return alternate(setup, `comet ${addedLatencyMs} ms away`, 'wg-quick', {
      ours: () => timeComet(setup, 'packet'),
      theirs: () => timeWgQuick(setup, 'packet'),
    });
  });
  const limit = `limit of ${latencyLimitMs} ms`;
  return {
    case: `wireguard ${addedLatencyMs} ms away, first packet`,
    ours,
    peers: { [limit]: ours.map(() => latencyLimitMs), 'wg-quick': theirs },
    target: { [limit]: 1 },
  };
}

async function measureCold(setup: CaseSetup): Promise<CaseFigures> {
  const daemon = await coldDaemon(setup, setup.folder, setup.amount.restMs);
  const { ours, theirs } = await alternate(setup, 'cold comet', 'wg-quick', {
    async ours() {
      const figure = await timeToFirst('reply', setup.lab, daemon.connect, daemon.env);
      await daemon.stop();
      return figure;
    },
    theirs: () => timeWgQuick(setup),
  });
  return { case: 'wireguard, cold daemon', ours, peers: { 'wg-quick': theirs }, target: { 'wg-quick': 1.3 } };
}

/** `comet connect` by OpenVPN compared with stock `openvpn` with the customer's file, against the same server. */
async function measureOpenvpn(setup: CaseSetup): Promise<CaseFigures> {
  const { lab, customer, location, folder, amount } = setup;
  const bare = await bareOpenvpn(lab, customer, location, folder, 'udp');
  const measured = {
    ours: () => timeComet(setup),
    async theirs() {
      const figure = await timeToFirst('reply', lab, bare.up, {});
      await bare.down();
      return figure;
    },
  };
  const { ours, theirs } = await withOpenvpnVariant(lab, 'udp', () =>
    alternate(setup, 'comet', 'openvpn', measured, amount.openvpnTurns),
  );
  await bare.close();
  return { case: 'openvpn-udp', ours, peers: { openvpn: theirs }, target: { openvpn: 1.1 } };
}

async function timeComet({ lab, location }: CaseSetup, until: Until = 'reply'): Promise<number> {
  const figure = await timeToFirst(until, lab, ['comet', 'connect', location], {});
  await execOrThrow(lab, 'client', ['comet', 'disconnect']);
  return figure;
}

async function timeWgQuick({ quick }: CaseSetup, until: Until = 'reply'): Promise<number> {
  const figure = await quick.up(until);
  await quick.down();
  return figure;
}

/** Measures both sides alternately, so that drift affects both. Warm-up turns (numbers below 1) do not count. */
async function alternate(
  { amount, log }: CaseSetup,
  our: string,
  their: string,
  measured: { ours(): Promise<number>; theirs(): Promise<number> },
  turns = amount.turns,
): Promise<{ ours: number[]; theirs: number[] }> {
  const [ours, theirs]: [number[], number[]] = [[], []];
  for (let turn = 1 - amount.warmUps; turn <= turns; turn += 1) {
    const pair = [await measured.ours(), await measured.theirs()] as const;
    if (turn < 1) continue;
    ours.push(pair[0]);
    theirs.push(pair[1]);
    log(`turn ${turn}: ${our} ${pair[0].toFixed(1)} ms, ${their} ${pair[1].toFixed(1)} ms`);
  }
  return { ours, theirs };
}
