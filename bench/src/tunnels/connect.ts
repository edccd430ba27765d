import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { LAB_COMMANDS } from '@comet/stack';
import { bareOpenvpn, withOpenvpnVariant } from './bare-openvpn.ts';
import { byHand, letThrough, must, serverByHand, wgQuickConfig } from './by-hand.ts';
import { coldDaemon } from './cold-daemon.ts';
import { farAway } from './far-away.ts';
import { timeToFirst, type Until } from './first-reply.ts';
import type { Bench } from '../bench.ts';
import type { CaseFigures } from '../report.ts';
import type { SignedInClient } from '../services.ts';

/**
 * OpenVPN's times are a second longer or not by chance: the median of a few such ratios would be chance, too. `settleMs` is the time in
 * which the daemon's waiting connection to the gateway comes back after routes or the distance changed, `restMs` that of a cold daemon's
 * earlier run.
 */
const amounts = {
  full: { warmUps: 1, turns: 11, openvpnTurns: 21, settleMs: 2_000, restMs: 3_000 },
  smoke: { warmUps: 0, turns: 1, openvpnTurns: 1, settleMs: 0, restMs: 0 },
};
/** Milliseconds of round trip, and what a connect may cost on it: the handshake and the first packet, and our own work. */
const distance = 50;
const farLimit = 2 * distance + 15;

/** What a case needs beside the client: a folder, and `wg-quick` with a server that it leads to. */
interface Ground extends SignedInClient {
  readonly folder: string;
  readonly amount: (typeof amounts)[keyof typeof amounts];
  readonly log: (line: string) => void;
  readonly quick: { up(until?: Until): Promise<number>; down(): Promise<void> };
}

/** `comet connect` beside `wg-quick up` and stock `openvpn`, all to the first reply of the same internet host. */
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
      await letThrough(lab, byHand.server);
      const server = await serverByHand(lab, wireguardGo, byHand.server, 51_999);
      try {
        const config = await wgQuickConfig(lab, server, folder, byHand.quick);
        const env = { WG_QUICK_USERSPACE_IMPLEMENTATION: wireguardGo };
        const quick = {
          up: (until: Until = 'reply') => timeToFirst(until, lab, ['wg-quick', 'up', config], env),
          async down() {
            await must(lab, 'client', ['wg-quick', 'down', config], env);
            // The routes of wg-quick cut the daemon's waiting connection to the gateway.
            await sleep(amount.settleMs);
          },
        };
        const ground: Ground = { ...client, folder, amount, log, quick };
        const figures: CaseFigures[] = [];
        for (const measure of connectCases) figures.push(await measure(ground));
        return figures;
      } finally {
        await server.down();
        await rm(folder, { recursive: true });
      }
    }),
};

const connectCases = [warm, far, cold, byOpenvpn] as const;

async function warm(ground: Ground): Promise<CaseFigures> {
  const { ours, theirs } = await inTurn(ground, 'comet', 'wg-quick', {
    ours: () => connected(ground),
    theirs: () => quickly(ground),
  });
  return { case: 'wireguard', ours, peers: { 'wg-quick': theirs }, target: { 'wg-quick': 0.2 } };
}

async function far(ground: Ground): Promise<CaseFigures> {
  const { ours, theirs } = await farAway(ground.lab, distance, async () => {
    await sleep(ground.amount.settleMs);
    return inTurn(ground, `comet ${distance} ms away`, 'wg-quick', {
      ours: () => connected(ground, 'packet'),
      theirs: () => quickly(ground, 'packet'),
    });
  });
  const limit = `limit of ${farLimit} ms`;
  return {
    case: `wireguard ${distance} ms away, first packet`,
    ours,
    peers: { [limit]: ours.map(() => farLimit), 'wg-quick': theirs },
    target: { [limit]: 1 },
  };
}

async function cold(ground: Ground): Promise<CaseFigures> {
  const daemon = await coldDaemon(ground, ground.folder, ground.amount.restMs);
  const { ours, theirs } = await inTurn(ground, 'cold comet', 'wg-quick', {
    async ours() {
      const figure = await timeToFirst('reply', ground.lab, daemon.connect, daemon.env);
      await daemon.stop();
      return figure;
    },
    theirs: () => quickly(ground),
  });
  return { case: 'wireguard, cold daemon', ours, peers: { 'wg-quick': theirs }, target: { 'wg-quick': 1.3 } };
}

/** `comet connect` by OpenVPN beside stock `openvpn` with the customer's file, against the same server. */
async function byOpenvpn(ground: Ground): Promise<CaseFigures> {
  const { lab, customer, location, folder, amount } = ground;
  const bare = await bareOpenvpn(lab, customer, location, folder, 'udp');
  const measured = {
    ours: () => connected(ground),
    async theirs() {
      const figure = await timeToFirst('reply', lab, bare.up, {});
      await bare.down();
      return figure;
    },
  };
  const { ours, theirs } = await withOpenvpnVariant(lab, 'udp', () =>
    inTurn(ground, 'comet', 'openvpn', measured, amount.openvpnTurns),
  );
  await bare.close();
  return { case: 'openvpn-udp', ours, peers: { openvpn: theirs }, target: { openvpn: 1.1 } };
}

async function connected({ lab, location }: Ground, until: Until = 'reply'): Promise<number> {
  const figure = await timeToFirst(until, lab, ['comet', 'connect', location], {});
  await must(lab, 'client', ['comet', 'disconnect']);
  return figure;
}

async function quickly({ quick }: Ground, until: Until = 'reply'): Promise<number> {
  const figure = await quick.up(until);
  await quick.down();
  return figure;
}

/** Both sides by turns, so that what drifts hits both. Turns before the first warm them and do not count. */
async function inTurn(
  { amount, log }: Ground,
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
