import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Lab } from '@comet/lab';
import { bareOpenvpn } from './bare-openvpn.ts';
import { byHand, letThrough, must, serverByHand, wgQuickConfig } from './by-hand.ts';
import { coldDaemon } from './cold-daemon.ts';
import { farAway } from './far-away.ts';
import type { Bench, CaseFigures } from '../report.ts';
import { type SignedInClient, withSignedInClient } from '../service.ts';

const turns = 11;
/** Of OpenVPN, whose times are a second longer or not by chance: the median of a few such ratios would be chance, too. */
const openvpnTurns = 21;
/** Milliseconds of round trip, and what a connect may cost on it: the handshake and the first packet, and our own work. */
const distance = 50;
const farLimit = 2 * distance + 15;

/** What a case needs beside the client: a folder, and `wg-quick` with a server that it leads to. */
interface Ground extends SignedInClient {
  readonly folder: string;
  readonly quick: { up(until?: Until): Promise<number>; down(): Promise<void> };
}

/** The end of a measurement: the first answer to a request, or to a packet. */
type Until = 'reply' | 'packet';

/** `comet connect` beside `wg-quick up` and stock `openvpn`, all to the first reply of the same internet host. */
export const connectBench: Bench = {
  name: 'connect',
  metric: 'time from the start of the command to the first reply through the tunnel',
  unit: 'ms',
  better: 'lower',
  measure: (log) =>
    withSignedInClient(log, async (client) => {
      const { lab, wireguardGo } = client;
      const folder = await mkdtemp(join(tmpdir(), 'comet-bench-'));
      await letThrough(lab, byHand.server);
      const server = await serverByHand(lab, wireguardGo, byHand.server, 51_999);
      const config = await wgQuickConfig(lab, server, folder, byHand.quick);
      const env = { WG_QUICK_USERSPACE_IMPLEMENTATION: wireguardGo };
      const quick = {
        up: (until: Until = 'reply') => first(until, lab, ['wg-quick', 'up', config], env),
        async down() {
          await must(lab, 'client', ['wg-quick', 'down', config], env);
          // The routes of wg-quick cut the daemon's waiting connection to the door; warm means that it is there again.
          await sleep(2000);
        },
      };
      const ground = { ...client, folder, quick };
      const figures: CaseFigures[] = [];
      for (const measure of connectCases) figures.push(await measure(ground, log));
      await server.down();
      await rm(folder, { recursive: true });
      return figures;
    }),
};

const connectCases = [warm, far, cold, byOpenvpn] as const;

async function warm(ground: Ground, log: (line: string) => void): Promise<CaseFigures> {
  const { ours, theirs } = await inTurn(log, 'comet', 'wg-quick', {
    ours: () => connected(ground),
    theirs: () => quickly(ground),
  });
  return { case: 'wireguard', ours, peers: { 'wg-quick': theirs }, target: { 'wg-quick': 0.35 } };
}

async function far(ground: Ground, log: (line: string) => void): Promise<CaseFigures> {
  const { ours, theirs } = await farAway(ground.lab, distance, async () => {
    await sleep(2_000);
    return inTurn(log, `comet ${distance} ms away`, 'wg-quick', {
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

async function cold(ground: Ground, log: (line: string) => void): Promise<CaseFigures> {
  const daemon = await coldDaemon(ground, ground.folder);
  const { ours, theirs } = await inTurn(log, 'cold comet', 'wg-quick', {
    async ours() {
      const figure = await first('reply', ground.lab, daemon.connect, daemon.env);
      await daemon.stop();
      return figure;
    },
    theirs: () => quickly(ground),
  });
  return { case: 'wireguard, cold daemon', ours, peers: { 'wg-quick': theirs }, target: { 'wg-quick': 1.3 } };
}

/** `comet connect` by OpenVPN beside stock `openvpn` with the customer's file, against the same server. */
async function byOpenvpn(ground: Ground, log: (line: string) => void): Promise<CaseFigures> {
  const { lab, customer, location, folder } = ground;
  const bare = await bareOpenvpn(lab, customer, location, folder, 'udp');
  await must(lab, 'client', ['comet', 'set', 'protocol', 'openvpn']);
  await must(lab, 'client', ['comet', 'set', 'variant', 'udp']);
  const measured = {
    ours: () => connected(ground),
    async theirs() {
      const figure = await first('reply', lab, bare.up, {});
      await bare.down();
      return figure;
    },
  };
  const { ours, theirs } = await inTurn(log, 'comet', 'openvpn', measured, openvpnTurns);
  await must(lab, 'client', ['comet', 'set', 'protocol', 'automatic']);
  await bare.close();
  return { case: 'openvpn-udp', ours, peers: { openvpn: theirs }, target: { openvpn: 1.1 } };
}

async function connected({ lab, location }: Ground, until: Until = 'reply'): Promise<number> {
  const figure = await first(until, lab, ['comet', 'connect', location], {});
  await must(lab, 'client', ['comet', 'disconnect']);
  return figure;
}

async function quickly({ quick }: Ground, until: Until = 'reply'): Promise<number> {
  const figure = await quick.up(until);
  await quick.down();
  return figure;
}

/** Both sides by turns, so that what drifts hits both. The first turn warms them and does not count. */
async function inTurn(
  log: (line: string) => void,
  our: string,
  their: string,
  measured: { ours(): Promise<number>; theirs(): Promise<number> },
  times = turns,
): Promise<{ ours: number[]; theirs: number[] }> {
  const [ours, theirs]: [number[], number[]] = [[], []];
  for (let turn = 0; turn <= times; turn += 1) {
    const pair = [await measured.ours(), await measured.theirs()] as const;
    if (turn === 0) continue;
    ours.push(pair[0]);
    theirs.push(pair[1]);
    log(`turn ${turn}: ${our} ${pair[0].toFixed(1)} ms, ${their} ${pair[1].toFixed(1)} ms`);
  }
  return { ours, theirs };
}

async function first(
  until: Until,
  lab: Lab,
  command: readonly string[],
  env: Readonly<Record<string, string>>,
): Promise<number> {
  const script = join(import.meta.dirname, 'first-reply.py');
  const argv = ['python3', script, until, lab.hosts.inet.ipv4, ...command];
  const { code, stdout, stderr } = await lab.exec('client', argv, { env: { ...env }, timeoutMs: 30_000 });
  if (code !== 0) throw new Error(`${command.join(' ')} brought no ${until}: ${stderr}`);
  return Number(stdout);
}
