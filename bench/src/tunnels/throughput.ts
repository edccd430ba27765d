import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Lab } from '@comet/lab';
import { installMissingPackages } from '@comet/stack';
import { bareOpenvpn } from './bare-openvpn.ts';
import { byHand, clientByHand, letThrough, must, serverByHand } from './by-hand.ts';
import { gigabits } from './gigabits.ts';
import { throughOpenvpnByHand, tuned } from './openvpn-by-hand.ts';
import type { Bench, CaseFigures } from '../report.ts';
import { type SignedInClient, withSignedInClient } from '../service.ts';

const turns = 5;
/** Without OpenVPN's own limits the machine's noise is all there is: a turn's ratio was seen from 0.84 to 1.68. */
const wireguardTurns = 15;
/** What hides OpenVPN makes figures spread wider. */
const variantTurns = 7;
const debianWireguardGo = '/usr/bin/wireguard-go';
const variants = ['tcp', 'tls', 'shadowsocks', 'obfs4'] as const;

/** One way through the tunnel, beside the same by other hands. */
interface ThroughputCase {
  readonly name: string;
  measure(client: SignedInClient, log: (line: string) => void): Promise<CaseFigures>;
}

/** They follow each other: each leaves the client disconnected. */
const throughputCases: readonly ThroughputCase[] = [
  { name: 'wireguard', measure: byWireguard },
  { name: 'openvpn-udp', measure: byOpenvpn },
  ...variants.map((variant) => ({
    name: `openvpn-${variant}`,
    measure: (client: SignedInClient, log: (line: string) => void) => byVariant(client, variant, log),
  })),
];

/** Four TCP streams to the client, as a browser would open: through our tunnel, through the same data plane by hand, and through Debian's. */
export const throughputBench: Bench = {
  name: 'throughput',
  metric: 'four TCP streams from the internet host to the client',
  unit: 'Gbit/s',
  better: 'higher',
  measure: (log) =>
    withSignedInClient(log, async (client) => {
      const figures: CaseFigures[] = [];
      for (const one of throughputCases) figures.push(await one.measure(client, log));
      return figures;
    }),
};

async function byWireguard({ lab, wireguardGo, location }: SignedInClient, log: (line: string) => void) {
  await letThrough(lab, byHand.server);
  const missing = await installMissingPackages({ [debianWireguardGo]: 'wireguard-go' }, log);
  if (missing !== null) log(`left out: Debian's wireguard-go. ${missing}`);
  const [ours, same, debian]: [number[], number[], number[]] = [[], [], []];
  for (let turn = 0; turn < wireguardTurns; turn += 1) {
    await must(lab, 'client', ['comet', 'connect', location]);
    ours.push(await gigabits(lab));
    await must(lab, 'client', ['comet', 'disconnect']);
    same.push(await throughHandMade(lab, wireguardGo));
    if (missing === null) debian.push(await throughHandMade(lab, debianWireguardGo));
    log(`turn ${turn + 1}: ours ${ours.at(-1)}, by hand ${same.at(-1)}, Debian's ${debian.at(-1)} Gbit/s`);
  }
  const figures = { case: 'wireguard', ours, peers: { 'by-hand': same }, target: { 'by-hand': 0.98 } };
  if (missing !== null) return figures;
  const peers = { ...figures.peers, 'debian-wireguard-go': debian };
  return { ...figures, peers, target: { ...figures.target, 'debian-wireguard-go': 4 } };
}

/** Our tunnel by OpenVPN beside the same program with our options wired by hand, and with its own defaults. */
async function byOpenvpn({ lab, location }: SignedInClient, log: (line: string) => void) {
  await letThrough(lab, 'byhand-o');
  await must(lab, 'client', ['comet', 'set', 'protocol', 'openvpn']);
  await must(lab, 'client', ['comet', 'set', 'variant', 'udp']);
  const [ours, same, plain]: [number[], number[], number[]] = [[], [], []];
  for (let turn = 0; turn < turns; turn += 1) {
    await must(lab, 'client', ['comet', 'connect', location]);
    ours.push(await gigabits(lab));
    await must(lab, 'client', ['comet', 'disconnect']);
    same.push(await throughOpenvpnByHand(lab, tuned, () => gigabits(lab)));
    plain.push(await throughOpenvpnByHand(lab, [], () => gigabits(lab)));
    log(`turn ${turn + 1}: ours ${ours.at(-1)}, by hand ${same.at(-1)}, default ${plain.at(-1)} Gbit/s`);
  }
  await must(lab, 'client', ['comet', 'set', 'protocol', 'automatic']);
  const peers = { 'by-hand': same, 'default-openvpn': plain };
  return { case: 'openvpn-udp', ours, peers, target: { 'by-hand': 0.95, 'default-openvpn': 1.3 } };
}

/** Our tunnel by a variant of OpenVPN beside stock `openvpn`, and what hides it, with the customer's file at the same server. */
async function byVariant(
  { lab, customer, location }: SignedInClient,
  variant: (typeof variants)[number],
  log: (line: string) => void,
) {
  await must(lab, 'client', ['comet', 'set', 'protocol', 'openvpn']);
  await must(lab, 'client', ['comet', 'set', 'variant', variant]);
  const [ours, same]: [number[], number[]] = [[], []];
  for (let turn = 0; turn < variantTurns; turn += 1) {
    await must(lab, 'client', ['comet', 'connect', location]);
    ours.push(await gigabits(lab));
    await must(lab, 'client', ['comet', 'disconnect']);
    const folder = await mkdtemp(join(tmpdir(), 'comet-bench-'));
    const bare = await bareOpenvpn(lab, customer, location, folder, variant);
    await must(lab, 'client', bare.up);
    same.push(await gigabits(lab));
    await bare.down();
    await bare.close();
    await rm(folder, { recursive: true });
    log(`turn ${turn + 1}: ${variant} ours ${ours.at(-1)}, by hand ${same.at(-1)} Gbit/s`);
  }
  await must(lab, 'client', ['comet', 'set', 'protocol', 'automatic']);
  return { case: `openvpn-${variant}`, ours, peers: { 'by-hand': same }, target: { 'by-hand': 0.95 } };
}

async function throughHandMade(lab: Lab, wireguardGo: string): Promise<number> {
  const server = await serverByHand(lab, wireguardGo, byHand.server, 51_998);
  const client = await clientByHand(lab, wireguardGo, server, byHand.client);
  const figure = await gigabits(lab);
  await client.down();
  await server.down();
  return figure;
}
