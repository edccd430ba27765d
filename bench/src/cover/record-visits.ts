import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { type Lab, createLab, reportedCounts } from '@comet/lab';
import { releasable } from '../end-on-signal.ts';
import { withAddedLatency } from '../tunnels/added-latency.ts';
import type { LoadedPage } from './load-pages.ts';
import { visitOrder } from './pages.ts';
import type { TunnelSetting } from './settings.ts';
import { firstLine, startTunnel, stopProgram, type TunnelPrograms } from './start-tunnel.ts';

/** The round trip between client and gateway, in ms. */
const roundTripMs = 20;

export interface VisitPlan {
  readonly seed: number;
  readonly pages: number;
  /** Visits of each page. */
  readonly visits: number;
  /** Tunnels at the same time, each in a lab of its own. */
  readonly tunnels: number;
}

/** The traffic of one tunnel: a file of tcpdump's, and the visits. */
export interface Recording {
  readonly file: string;
  /** The client's address in the file. */
  readonly client: string;
  readonly visits: readonly LoadedPage[];
}

/** Visits the pages through tunnels of one setting and records their outer packets into files in `folder`. */
export async function recordVisits(
  setting: TunnelSetting,
  plan: VisitPlan,
  programs: TunnelPrograms,
  folder: string,
): Promise<readonly Recording[]> {
  const order = visitOrder(plan.seed, plan.pages, plan.visits);
  const recordings = Array.from({ length: plan.tunnels }, (_, tunnel) => {
    const visits = order.filter((_page, index) => index % plan.tunnels === tunnel);
    return inOwnLab(tunnel, folder, (lab) =>
      recordTunnel(lab, { setting, plan, programs, tunnel, folder, visits }),
    );
  });
  const settled = await Promise.allSettled(recordings);
  return settled.map((one) => {
    if (one.status === 'rejected') throw one.reason;
    return one.value;
  });
}

async function inOwnLab<T>(tunnel: number, folder: string, record: (lab: Lab) => Promise<T>): Promise<T> {
  const stateDir = await mkdtemp(join(folder, 'lab-'));
  // Ids of labs have at most six characters; another run on this machine has another process id.
  const id = `${(process.pid % 36 ** 4).toString(36)}${(tunnel % 36 ** 2).toString(36)}`;
  const lab = await createLab({ id, stateDir });
  const destroy = releasable(() => lab.destroy());
  try {
    return await record(lab);
  } finally {
    await destroy();
    await rm(stateDir, { recursive: true, force: true });
  }
}

interface TunnelPlan {
  readonly setting: TunnelSetting;
  readonly plan: VisitPlan;
  readonly programs: TunnelPrograms;
  readonly tunnel: number;
  readonly folder: string;
  readonly visits: readonly number[];
}

async function recordTunnel(lab: Lab, options: TunnelPlan): Promise<Recording> {
  const { setting, plan, programs, tunnel, folder, visits } = options;
  const server = lab.spawn('inet', [...node('page-server.ts'), String(plan.seed), String(plan.pages)], {
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  await firstLine(server, 'the page server');
  const links = { server: `cvs${tunnel}p${process.pid}`, client: `cvc${tunnel}p${process.pid}` };
  const file = join(folder, `${setting.name}-${tunnel}.pcap`);
  // Before the tunnel, so that the router's NAT sees its first packet once.
  const loaded = await withAddedLatency(lab, roundTripMs, async () => {
    const { port, stop } = await startTunnel(lab, setting, programs, links);
    // The first packets are WireGuard's handshake.
    await loadPages(lab, 0, visits.slice(0, 1));
    const capture = await startPacketFile(lab, file, port);
    // Tunnels take turns, so that their traffic is spread over time.
    await sleep((setting.spacing * 1000 * tunnel) / plan.tunnels);
    const pages = await loadPages(lab, setting.spacing * 1000, visits);
    await capture.stop();
    await stop();
    return pages;
  });
  await stopProgram(server);
  return { file, client: lab.hosts.client.ipv4, visits: loaded };
}

const node = (file: string): string[] => [process.execPath, join(import.meta.dirname, file)];

async function loadPages(
  lab: Lab,
  spacingMs: number,
  pages: readonly number[],
): Promise<readonly LoadedPage[]> {
  const words = [lab.hosts.inet.ipv4, String(spacingMs), ...pages.map(String)];
  const { code, stdout, stderr } = await lab.exec('client', [...node('load-pages.ts'), ...words]);
  if (code !== 0) throw new Error(`load-pages.ts ended with ${code}: ${stderr}`);
  return stdout
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as LoadedPage);
}

/**
 * Writes the first bytes of the tunnel's outer packets into a file. The router passes them on through a TUN device, which takes one packet
 * at a time, without segmentation offload: their lengths are those of a network.
 */
async function startPacketFile(lab: Lab, file: string, port: number): Promise<{ stop(): Promise<void> }> {
  const options = ['-n', '--direction=out', '--snapshot-length=64', '--buffer-size=16384', '-U', '-w', file];
  // tcpdump writes as another user unless told otherwise.
  const argv = ['tcpdump', '-Z', 'root', ...options, '-i', 'delay0', `udp and port ${port}`];
  const child = lab.spawn('router', argv, { stdio: ['ignore', 'ignore', 'pipe'], detached: true });
  const closed = once(child, 'close');
  if (child.stderr === null) throw new Error('tcpdump has no output');
  let diagnostics = '';
  child.stderr.setEncoding('utf8').on('data', (text: string) => (diagnostics += text));
  while (!diagnostics.includes('listening on')) {
    await Promise.race([once(child.stderr, 'data'), closed]);
    if (child.exitCode !== null) throw new Error(`tcpdump ended: ${diagnostics}`);
  }
  return {
    async stop() {
      child.kill('SIGINT');
      await closed;
      const counts = reportedCounts(diagnostics).at(-1);
      if (counts === undefined || counts.dropped > 0) throw new Error(`tcpdump lost packets: ${diagnostics}`);
    },
  };
}
