import { buildCrate, LAB_COMMANDS } from '@comet/stack';
import type { WireguardTransport } from '@comet/tunnel-protocol/choices';
import type { Bench } from '../bench.ts';
import type { CaseFigures } from '../report.ts';
import type { SignedInClient } from '../services.ts';
import { gigabits, type IperfLoad } from './gigabits.ts';
import {
  acceptForwarding,
  execOrThrow,
  linkNames,
  startManualClient,
  startManualServer,
} from './manual-wireguard.ts';
import { throughQuinnForwarder } from './quinn-forwarder.ts';
import { shadowsocksRust, throughShadowsocksRust } from './shadowsocks-rust.ts';

const amounts = {
  full: { turns: 7, load: { seconds: 2 } },
  smoke: { turns: 1, load: { megabytes: 2 } },
} satisfies Record<string, { turns: number; load: IperfLoad }>;

/** MTU of WireGuard over QUIC and Shadowsocks, in our tunnels and in the manual ones. */
const mtuInDatagrams = 1280;
const serverPort = 51_997;

type Measured = Pick<SignedInClient, 'lab' | 'location'> & { readonly load: IperfLoad };

interface Amount {
  readonly turns: number;
  readonly load: IperfLoad;
  readonly log: (line: string) => void;
}

/** Four TCP streams to the client through WireGuard over QUIC, scrambled, and over Shadowsocks. Each case leaves the client disconnected. */
export const throughputTransportsBench: Bench = {
  name: 'throughput-transports',
  metric: 'four TCP streams from the internet host to the client',
  unit: 'Gbit/s',
  better: 'higher',
  packages: { ...LAB_COMMANDS, iperf3: 'iperf3' },
  needsLab: true,
  measure: ({ log, extent, signedInClient }) =>
    signedInClient(async (client) => {
      const amount = { ...amounts[extent], log };
      const quinnForwarder = await buildCrate('quinn-forwarder');
      // Its build takes minutes.
      const shadowsocks = extent === 'full' ? await shadowsocksRust() : null;
      await acceptForwarding(client.lab, linkNames.server);
      return [
        await measureOverQuic(client, quinnForwarder, amount),
        await measureScrambled(client, amount),
        await measureShadowsocks(client, shadowsocks, amount),
      ];
    }),
};

/** Our WireGuard over QUIC compared with the same WireGuard through a bare quinn forwarder, and with our OpenVPN over TLS. */
async function measureOverQuic(
  client: SignedInClient,
  quinnForwarder: string,
  { turns, load, log }: Amount,
): Promise<CaseFigures> {
  const measured = { ...client, load };
  const [ours, bare, tls]: [number[], number[], number[]] = [[], [], []];
  for (let turn = 0; turn < turns; turn += 1) {
    ours.push(await measureWireguardOver(measured, 'quic'));
    bare.push(await measureByHand(measured, throughQuinnForwarder, quinnForwarder));
    tls.push(
      await measureOurs(measured, [
        ['protocol', 'openvpn'],
        ['variant', 'tls'],
      ]),
    );
    log(`turn ${turn + 1}: QUIC ${ours.at(-1)}, quinn ${bare.at(-1)}, OpenVPN over TLS ${tls.at(-1)} Gbit/s`);
  }
  return {
    case: 'wireguard-quic',
    ours,
    peers: { 'quinn-forwarder': bare, 'our-openvpn-tls': tls },
    target: { 'quinn-forwarder': 0.85, 'our-openvpn-tls': 1.5 },
  };
}

/** Our scrambled WireGuard compared with our plain one. */
async function measureScrambled(client: SignedInClient, { turns, load, log }: Amount): Promise<CaseFigures> {
  const measured = { ...client, load };
  const [ours, plain]: [number[], number[]] = [[], []];
  for (let turn = 0; turn < turns; turn += 1) {
    ours.push(await measureWireguardOver(measured, 'scrambled'));
    plain.push(await measureWireguardOver(measured, 'direct'));
    log(`turn ${turn + 1}: scrambled ${ours.at(-1)}, plain ${plain.at(-1)} Gbit/s`);
  }
  return { case: 'wireguard-scrambled', ours, peers: { plain }, target: { plain: 0.85 } };
}

/** Our WireGuard over Shadowsocks 2022 compared with the same WireGuard through shadowsocks-rust, if its folder is given. */
async function measureShadowsocks(
  client: SignedInClient,
  shadowsocks: string | null,
  { turns, load, log }: Amount,
): Promise<CaseFigures> {
  const measured = { ...client, load };
  const [ours, byHand]: [number[], number[]] = [[], []];
  for (let turn = 0; turn < turns; turn += 1) {
    ours.push(await measureWireguardOver(measured, 'shadowsocks'));
    if (shadowsocks !== null) byHand.push(await measureByHand(measured, throughShadowsocksRust, shadowsocks));
    log(`turn ${turn + 1}: Shadowsocks ${ours.at(-1)}, shadowsocks-rust ${byHand.at(-1)} Gbit/s`);
  }
  const compared =
    shadowsocks === null
      ? { peers: {}, target: {} }
      : { peers: { 'shadowsocks-rust': byHand }, target: { 'shadowsocks-rust': 0.95 } };
  return { case: 'wireguard-shadowsocks', ours, ...compared };
}

function measureWireguardOver(client: Measured, over: WireguardTransport | 'direct'): Promise<number> {
  return measureOurs(client, [
    ['protocol', 'wireguard'],
    ['wireguard-over', over],
  ]);
}

/** Connects with these settings, measures, and restores the automatic choice. */
async function measureOurs(
  { lab, location, load }: Measured,
  settings: readonly (readonly [name: string, value: string])[],
): Promise<number> {
  for (const one of settings) await execOrThrow(lab, 'client', ['comet', 'set', ...one]);
  try {
    await execOrThrow(lab, 'client', ['comet', 'connect', location]);
    return await gigabits(lab, load);
  } finally {
    await lab.exec('client', ['comet', 'disconnect']);
    for (const [name] of settings) await lab.exec('client', ['comet', 'set', name, 'automatic']);
  }
}

/** A manual tunnel, whose datagrams another program carries. */
async function measureByHand(
  { lab, wireguardGo, load }: Measured & Pick<SignedInClient, 'wireguardGo'>,
  through: typeof throughQuinnForwarder,
  program: string,
): Promise<number> {
  const server = await startManualServer(lab, wireguardGo, linkNames.server, serverPort);
  try {
    return await through(lab, program, server.port, async (port) => {
      const endpoint = { endpoint: `127.0.0.1:${port}`, mtu: mtuInDatagrams };
      const client = await startManualClient(lab, wireguardGo, server, linkNames.client, endpoint);
      try {
        return await gigabits(lab, load);
      } finally {
        await client.down();
      }
    });
  } finally {
    await server.down();
  }
}
