import { existsSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Lab } from '@comet/lab';
import { LAB_COMMANDS } from '@comet/stack';
import { bareOpenvpn, withOpenvpnVariant } from './bare-openvpn.ts';
import {
  linkNames,
  startManualClient,
  acceptForwarding,
  execOrThrow,
  startManualServer,
} from './manual-wireguard.ts';
import { gigabits, type IperfLoad } from './gigabits.ts';
import { withManualOpenvpn, tunedOptions } from './manual-openvpn.ts';
import type { Bench } from '../bench.ts';
import type { CaseFigures } from '../report.ts';
import type { SignedInClient } from '../services.ts';

/**
 * Without OpenVPN's own limits the machine's noise dominates: a WireGuard turn's ratio varied from 0.84 to 1.68. Obfuscation
 * increases the variation of OpenVPN's figures.
 */
const amounts = {
  full: { wireguard: 15, openvpn: 5, variant: 7, load: { seconds: 2 } },
  smoke: { wireguard: 1, openvpn: 1, variant: 1, load: { megabytes: 2 } },
} satisfies Record<string, Amounts>;

/** Turns of each kind, and the transfer of each turn. */
interface Amounts {
  readonly wireguard: number;
  readonly openvpn: number;
  readonly variant: number;
  readonly load: IperfLoad;
}

/** The client, the amounts and the log. */
interface CaseSetup extends SignedInClient {
  readonly amount: Amounts;
  readonly log: (line: string) => void;
}

const debianWireguardGo = '/usr/bin/wireguard-go';
const variants = ['tcp', 'tls', 'shadowsocks', 'obfs4'] as const;

/** A transport, compared with manual configurations of it. */
interface ThroughputCase {
  readonly name: string;
  measure(setup: CaseSetup): Promise<CaseFigures>;
}

/** Cases run sequentially; each leaves the client disconnected. */
const throughputCases: readonly ThroughputCase[] = [
  { name: 'wireguard', measure: measureWireguard },
  { name: 'openvpn-udp', measure: measureOpenvpn },
  ...variants.map((variant) => ({
    name: `openvpn-${variant}`,
    measure: (setup: CaseSetup) => measureVariant(setup, variant),
  })),
];

/**
 * Four TCP streams to the client, as a browser opens: through our tunnel, through the same data plane configured manually, and through
 * Debian's.
 */
export const throughputBench: Bench = {
  name: 'throughput',
  metric: 'four TCP streams from the internet host to the client',
  unit: 'Gbit/s',
  better: 'higher',
  packages: { ...LAB_COMMANDS, iperf3: 'iperf3', openssl: 'openssl' },
  peerPackages: { [debianWireguardGo]: 'wireguard-go' },
  needsLab: true,
  measure: ({ log, extent, signedInClient }) =>
    signedInClient(async (client) => {
      const figures: CaseFigures[] = [];
      const setup = { ...client, amount: amounts[extent], log };
      for (const one of throughputCases) figures.push(await one.measure(setup));
      return figures;
    }),
};

async function measureWireguard({ lab, wireguardGo, location, amount, log }: CaseSetup) {
  await acceptForwarding(lab, linkNames.server);
  const hasDebians = existsSync(debianWireguardGo);
  if (!hasDebians) log("Debian's wireguard-go is not installed, so it is left out");
  const [ours, manual, debian]: [number[], number[], number[]] = [[], [], []];
  for (let turn = 0; turn < amount.wireguard; turn += 1) {
    await execOrThrow(lab, 'client', ['comet', 'connect', location]);
    ours.push(await gigabits(lab, amount.load));
    await execOrThrow(lab, 'client', ['comet', 'disconnect']);
    manual.push(await measureManualWireguard(lab, wireguardGo, amount.load));
    if (hasDebians) debian.push(await measureManualWireguard(lab, debianWireguardGo, amount.load));
    log(`turn ${turn + 1}: ours ${ours.at(-1)}, by hand ${manual.at(-1)}, Debian's ${debian.at(-1)} Gbit/s`);
  }
  const figures = { case: 'wireguard', ours, peers: { 'by-hand': manual }, target: { 'by-hand': 0.98 } };
  if (!hasDebians) return figures;
  const peers = { ...figures.peers, 'debian-wireguard-go': debian };
  return { ...figures, peers, target: { ...figures.target, 'debian-wireguard-go': 4 } };
}

/** Our OpenVPN tunnel compared with stock OpenVPN with our options, and with its defaults. */
async function measureOpenvpn({ lab, location, amount, log }: CaseSetup) {
  await acceptForwarding(lab, 'byhand-o');
  return withOpenvpnVariant(lab, 'udp', async () => {
    const [ours, manual, plain]: [number[], number[], number[]] = [[], [], []];
    for (let turn = 0; turn < amount.openvpn; turn += 1) {
      await execOrThrow(lab, 'client', ['comet', 'connect', location]);
      ours.push(await gigabits(lab, amount.load));
      await execOrThrow(lab, 'client', ['comet', 'disconnect']);
      manual.push(await withManualOpenvpn(lab, tunedOptions, () => gigabits(lab, amount.load)));
      plain.push(await withManualOpenvpn(lab, [], () => gigabits(lab, amount.load)));
      log(`turn ${turn + 1}: ours ${ours.at(-1)}, by hand ${manual.at(-1)}, default ${plain.at(-1)} Gbit/s`);
    }
    const peers = { 'by-hand': manual, 'default-openvpn': plain };
    return { case: 'openvpn-udp', ours, peers, target: { 'by-hand': 0.95, 'default-openvpn': 1.3 } };
  });
}

/**
 * Our tunnel by a variant of OpenVPN compared with stock `openvpn` and its obfuscation program, with the customer's file and the same
 * server.
 */
async function measureVariant(
  { lab, customer, location, amount, log }: CaseSetup,
  variant: (typeof variants)[number],
) {
  return withOpenvpnVariant(lab, variant, async () => {
    const [ours, manual]: [number[], number[]] = [[], []];
    for (let turn = 0; turn < amount.variant; turn += 1) {
      await execOrThrow(lab, 'client', ['comet', 'connect', location]);
      ours.push(await gigabits(lab, amount.load));
      await execOrThrow(lab, 'client', ['comet', 'disconnect']);
      const folder = await mkdtemp(join(tmpdir(), 'comet-bench-'));
      const bare = await bareOpenvpn(lab, customer, location, folder, variant);
      await execOrThrow(lab, 'client', bare.up);
      manual.push(await gigabits(lab, amount.load));
      await bare.down();
      await bare.close();
      await rm(folder, { recursive: true });
      log(`turn ${turn + 1}: ${variant} ours ${ours.at(-1)}, by hand ${manual.at(-1)} Gbit/s`);
    }
    return { case: `openvpn-${variant}`, ours, peers: { 'by-hand': manual }, target: { 'by-hand': 0.95 } };
  });
}

async function measureManualWireguard(lab: Lab, wireguardGo: string, load: IperfLoad): Promise<number> {
  const server = await startManualServer(lab, wireguardGo, linkNames.server, 51_998);
  try {
    const client = await startManualClient(lab, wireguardGo, server, linkNames.client);
    try {
      return await gigabits(lab, load);
    } finally {
      await client.down();
    }
  } finally {
    await server.down();
  }
}
