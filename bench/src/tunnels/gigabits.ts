import type { Lab } from '@comet/lab';

const streams = 4;

/** Duration or size of one transfer. */
export type IperfLoad = { readonly seconds: number } | { readonly megabytes: number };

/** Returns the throughput of four TCP streams from the internet host to the client by its routes, in Gbit/s. */
export async function gigabits(lab: Lab, load: IperfLoad): Promise<number> {
  const server = ['iperf3', '--server', '--one-off', '--bind', lab.hosts.inet.ipv4];
  // One server per measurement: an existing server refuses clients while a connection of a removed tunnel lingers.
  const listener = lab.spawn('inet', server, { stdio: 'ignore', detached: true });
  try {
    await listens(lab);
    const argv = [
      ...['iperf3', '--client', lab.hosts.inet.ipv4, '--reverse', '--json'],
      ...['--parallel', String(streams)],
      ...('seconds' in load ? ['--time', String(load.seconds)] : ['--bytes', `${load.megabytes}M`]),
    ];
    const { stdout } = await lab.exec('client', argv, { timeoutMs: 30_000 });
    if (stdout === '') throw new Error('iperf3 did not end within 30 s');
    const report = JSON.parse(stdout) as {
      error?: string;
      end: { sum_received: { bits_per_second: number } };
    };
    if (report.error) throw new Error(`iperf3: ${report.error}`);
    return Math.round(report.end.sum_received.bits_per_second / 1e6) / 1000;
  } finally {
    listener.kill('SIGKILL');
  }
}

async function listens(lab: Lab): Promise<void> {
  for (let tries = 0; tries < 250; tries += 1)
    if ((await lab.exec('inet', ['ss', '-Hltn', 'sport = :5201'])).stdout !== '') return;
  throw new Error('iperf3 does not listen');
}
