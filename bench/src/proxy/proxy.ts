import { buildCrate, freePort, freePortBlock, installCrate } from '@comet/stack';
import type { Bench } from '../bench.ts';
import type { CaseFigures } from '../report.ts';
import { type Peer, startPeer } from '../start-peer.ts';
import { type DebianProxy, installedProxies, proxyPackages, startDebianProxy } from './debian-proxies.ts';
import { connectRequest, Load, type Request } from './load.ts';
import { startOurProxy } from './our-proxy.ts';
import { setTimeout as sleep } from 'node:timers/promises';
import { proportionalSetSize } from '../proportional-set-size.ts';

const workers = 32;
const streams = 4;
/** Turns, seconds per load, number of idle tunnels, and seconds for memory to settle. */
const amounts = {
  full: { turns: 5, seconds: 3, idle: 1_000, settle: 2 },
  smoke: { turns: 1, seconds: 0.05, idle: 300, settle: 0.2 },
};
type Amounts = (typeof amounts)['full'];

/** One of the compared proxies. */
interface Side {
  readonly name: string;
  start(): Promise<Peer>;
  readonly request: Request;
}

/** Measures one proxy. */
type Measure = (load: Load, peer: Peer, request: Request, amount: Amounts) => Promise<number>;

const cases: readonly (Pick<CaseFigures, 'unit' | 'better' | 'target'> & {
  name(amount: Amounts): string;
  readonly among: readonly string[];
  readonly measure: Measure;
})[] = [
  {
    name: () => `download in ${streams} streams`,
    unit: 'Gbit/s',
    target: { haproxy: 1.3, 'proxy-chain': 1.5 },
    among: ['haproxy', 'proxy-chain', 'tinyproxy', 'squid'],
    measure: (load, { port }, request, { seconds }) =>
      untilPositive(seconds, (duration) => load.download(port, request, streams, duration)),
  },
  {
    name: () => 'new tunnels',
    unit: 'a second',
    target: { tinyproxy: 1, 'proxy-chain': 1.8 },
    among: ['proxy-chain', 'tinyproxy', 'squid'],
    async measure(load, { port }, request, { seconds }) {
      await load.tunnelRate(port, request, workers, seconds);
      return untilPositive(seconds, (duration) => load.tunnelRate(port, request, workers, duration));
    },
  },
  {
    name: () => 'new tunnels, just started',
    unit: 'a second',
    target: {},
    among: ['proxy-chain', 'tinyproxy', 'squid'],
    measure: (load, { port }, request, { seconds }) =>
      untilPositive(seconds, (duration) => load.tunnelRate(port, request, workers, duration)),
  },
  {
    name: ({ idle }) => `memory of ${idle} idle tunnels`,
    unit: 'MB',
    better: 'lower',
    target: { 'proxy-chain': 0.65, squid: 0.35 },
    among: ['proxy-chain', 'tinyproxy', 'squid'],
    measure: (load, { pid, helpers = [], port }, request, { idle, settle }) =>
      idleTunnels(load, [pid, ...helpers], port, request, idle, settle),
  },
];

/** The residential proxy from a customer's view, compared with proxies that check less. */
export const proxyBench: Bench = {
  name: 'proxy',
  metric: 'a proxy on the loopback, ours asking for a password and paying each byte',
  unit: 'Gbit/s',
  better: 'higher',
  peerPackages: proxyPackages,
  needsLab: true,
  async measure({ log, extent }) {
    const amount = amounts[extent];
    const load = new Load(await buildCrate('proxy-load'));
    const origin = await load.startOrigin();
    const relay = await installCrate('relay', log);
    if (relay === null) throw new Error('The relay could not be installed');
    const installed = await installedProxies((name) => log(`${name} is not installed, so it is left out`));
    const sides: readonly Side[] = [
      {
        name: 'ours',
        start: async () => startOurProxy(await freePortBlock(), relay),
        request: connectRequest(origin.port),
      },
      {
        name: 'proxy-chain',
        start: () => startPeer('proxy-chain', {}),
        request: connectRequest(origin.port),
      },
      ...installed.map(
        (name: DebianProxy): Side => ({
          name,
          start: async () => startDebianProxy(name, await freePort(), origin.port),
          request: name === 'haproxy' ? null : connectRequest(origin.port),
        }),
      ),
    ];
    try {
      const measured: CaseFigures[] = [];
      for (const { name, among, measure, ...one } of cases) {
        const figures = await inTurns(
          amount.turns,
          sides.filter((side) => side.name === 'ours' || among.includes(side.name)),
          (peer, request) => measure(load, peer, request, amount),
          (line) => log(`${name(amount)}: ${line}`),
        );
        const { ours = [], ...peers } = figures;
        const target = Object.fromEntries(Object.entries(one.target).filter(([peer]) => peer in peers));
        measured.push({ ...one, case: name(amount), ours, peers, target });
      }
      return measured;
    } finally {
      await origin.stop();
    }
  },
};

/** Measures for `seconds`, and for twice as long as before if a proxy on a busy machine has done nothing in that time. */
async function untilPositive(
  seconds: number,
  measure: (seconds: number) => Promise<number>,
): Promise<number> {
  const figure = await measure(seconds);
  return figure > 0 || seconds >= amounts.full.seconds ? figure : untilPositive(2 * seconds, measure);
}

/** Measures each proxy once per turn, each time in a new process. */
async function inTurns(
  turns: number,
  sides: readonly Side[],
  measure: (peer: Peer, request: Request) => Promise<number>,
  log: (line: string) => void,
): Promise<Record<string, number[]>> {
  const figures: Record<string, number[]> = Object.fromEntries(sides.map(({ name }) => [name, []]));
  for (let turn = 1; turn <= turns; turn += 1) {
    for (const { name, start, request } of sides) {
      const peer = await start();
      figures[name]?.push(await measure(peer, request));
      await peer.stop();
    }
    log(sides.map(({ name }) => `${name} ${figures[name]?.at(-1)}`).join(', '));
  }
  return figures;
}

/** Returns the memory growth in MB for `count` idle tunnels, after a warm-up with a few tunnels. Memory is read after `settle` seconds. */
async function idleTunnels(
  load: Load,
  pids: readonly number[],
  port: number,
  request: Request,
  count: number,
  settle: number,
): Promise<number> {
  const all = () => pids.reduce((sum, pid) => sum + proportionalSetSize(pid), 0);
  await load.holding(port, request, 50, () => Promise.resolve());
  await sleep(settle * 500);
  const before = all();
  const grown = await load.holding(port, request, count, async () => {
    await sleep(settle * 1_000);
    return all() - before;
  });
  return Math.round(grown * 100) / 100;
}
