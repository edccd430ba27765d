import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Customer } from '@comet/e2e';
import type { Lab } from '@comet/lab';
import { bareOpenvpn } from './bare-openvpn.ts';
import { clientByHand, letThrough, must, serverByHand } from './by-hand.ts';
import { throughOpenvpnByHand, tuned } from './openvpn-by-hand.ts';
import type { Bench } from './report.ts';
import { withSignedInClient } from './service.ts';

const turns = 7;
const streams = 4;
const seconds = 4;
const debianWireguardGo = '/usr/bin/wireguard-go';

/** Four TCP streams to the client, as a browser would open: through our tunnel, through the same data plane by hand, and through Debian's. */
export const throughputBench: Bench = {
  name: 'throughput',
  metric: 'four TCP streams from the internet host to the client',
  unit: 'Gbit/s',
  better: 'higher',
  measure: (log) =>
    withSignedInClient(log, async ({ lab, customer, wireguardGo, location }) => {
      await letThrough(lab, 'byhand-s');
      const listener = lab.spawn('inet', ['iperf3', '--server', '--bind', lab.hosts.inet.ipv4], {
        stdio: 'ignore',
      });
      const ours: number[] = [];
      const byHand: number[] = [];
      const debian: number[] = [];
      for (let turn = 0; turn < turns; turn += 1) {
        await must(lab, 'client', ['comet', 'connect', location]);
        ours.push(await gigabits(lab));
        await must(lab, 'client', ['comet', 'disconnect']);
        byHand.push(await throughHandMade(lab, wireguardGo));
        debian.push(await throughHandMade(lab, debianWireguardGo));
        log(
          `turn ${turn + 1}: ours ${ours.at(-1)}, by hand ${byHand.at(-1)}, Debian's ${debian.at(-1)} Gbit/s`,
        );
      }
      const openvpn = await byOpenvpn(lab, location, log);
      const others = [];
      for (const variant of ['tcp', 'tls', 'shadowsocks', 'obfs4'] as const)
        others.push(await byVariant(lab, customer, location, variant, log));
      await must(lab, 'client', ['comet', 'set', 'protocol', 'automatic']);
      listener.kill();
      const peers = { 'by-hand': byHand, 'debian-wireguard-go': debian };
      return [
        { case: 'wireguard', ours, peers, target: { 'by-hand': 0.98, 'debian-wireguard-go': 4 } },
        { case: 'openvpn-udp', ...openvpn, target: { 'by-hand': 0.95, 'default-openvpn': 1.3 } },
        ...others,
      ];
    }),
};

/** Our tunnel by OpenVPN beside the same program with our options wired by hand, and with its own defaults. */
async function byOpenvpn(lab: Lab, location: string, log: (line: string) => void) {
  await letThrough(lab, 'byhand-o');
  await must(lab, 'client', ['comet', 'set', 'protocol', 'openvpn']);
  await must(lab, 'client', ['comet', 'set', 'variant', 'udp']);
  const ours: number[] = [];
  const byHand: number[] = [];
  const plain: number[] = [];
  for (let turn = 0; turn < turns; turn += 1) {
    await must(lab, 'client', ['comet', 'connect', location]);
    ours.push(await gigabits(lab));
    await must(lab, 'client', ['comet', 'disconnect']);
    byHand.push(await throughOpenvpnByHand(lab, tuned, () => gigabits(lab)));
    plain.push(await throughOpenvpnByHand(lab, [], () => gigabits(lab)));
    log(`turn ${turn + 1}: ours ${ours.at(-1)}, by hand ${byHand.at(-1)}, default ${plain.at(-1)} Gbit/s`);
  }
  return { ours, peers: { 'by-hand': byHand, 'default-openvpn': plain } };
}

/** Our tunnel by a variant of OpenVPN beside stock `openvpn`, and what hides it, with the customer's file at the same server. */
async function byVariant(
  lab: Lab,
  customer: Customer,
  location: string,
  variant: 'tcp' | 'tls' | 'shadowsocks' | 'obfs4',
  log: (line: string) => void,
) {
  await must(lab, 'client', ['comet', 'set', 'variant', variant]);
  const ours: number[] = [];
  const byHand: number[] = [];
  for (let turn = 0; turn < turns; turn += 1) {
    await must(lab, 'client', ['comet', 'connect', location]);
    ours.push(await gigabits(lab));
    await must(lab, 'client', ['comet', 'disconnect']);
    const folder = await mkdtemp(join(tmpdir(), 'comet-bench-'));
    const bare = await bareOpenvpn(lab, customer, location, folder, variant);
    await must(lab, 'client', bare.up);
    byHand.push(await gigabits(lab));
    await bare.down();
    await bare.close();
    await rm(folder, { recursive: true });
    log(`turn ${turn + 1}: ${variant} ours ${ours.at(-1)}, by hand ${byHand.at(-1)} Gbit/s`);
  }
  return { case: `openvpn-${variant}`, ours, peers: { 'by-hand': byHand }, target: { 'by-hand': 0.95 } };
}

async function throughHandMade(lab: Lab, wireguardGo: string): Promise<number> {
  const server = await serverByHand(lab, wireguardGo, 'byhand-s', 51_998);
  const client = await clientByHand(lab, wireguardGo, server, 'byhand-c');
  const figure = await gigabits(lab);
  await client.down();
  await server.down();
  return figure;
}

async function gigabits(lab: Lab): Promise<number> {
  const argv = [
    'iperf3',
    '--client',
    lab.hosts.inet.ipv4,
    '--reverse',
    '--parallel',
    String(streams),
    '--json',
    '--time',
    String(seconds),
  ];
  const { stdout } = await lab.exec('client', argv, { timeoutMs: 30_000 });
  const report = JSON.parse(stdout) as { error?: string; end: { sum_received: { bits_per_second: number } } };
  if (report.error) throw new Error(`iperf3: ${report.error}`);
  return Math.round(report.end.sum_received.bits_per_second / 1e6) / 1000;
}
