import type { Lab } from '@comet/lab';
import { clientByHand, letThrough, must, serverByHand } from './by-hand.ts';
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
    withSignedInClient(log, async ({ lab, wireguardGo, location }) => {
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
      listener.kill();
      const peers = { 'by-hand': byHand, 'debian-wireguard-go': debian };
      return [{ case: 'wireguard', ours, peers, target: { 'by-hand': 0.98, 'debian-wireguard-go': 4 } }];
    }),
};

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
