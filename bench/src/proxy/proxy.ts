import { buildCrate, installCrate } from '@comet/stack';
import type { Bench, CaseFigures } from '../report.ts';
import { type Peer, startPeer } from '../start-peer.ts';
import { type DebianProxy, installedProxies, startDebianProxy } from './debian-proxies.ts';
import { connectRequest, Load, type Request } from './load.ts';
import { idleTunnels } from './memory.ts';
import { startOurProxy } from './our-proxy.ts';

const turns = 5;
const amounts = { streams: 4, lanes: 32, seconds: 3, idle: 1_000 };
const ports = { ours: 7310, haproxy: 7320, tinyproxy: 7330, squid: 7340 };

/** One of the proxies that are compared, with what one run of a case needs of it. */
interface Side {
  readonly name: string;
  start(): Promise<Peer>;
  readonly request: Request;
}

/** What is measured of one side. */
type Measure = (load: Load, peer: Peer, request: Request) => Promise<number>;

const cases: readonly (Pick<CaseFigures, 'case' | 'unit' | 'better' | 'target'> & {
  readonly among: readonly string[];
  readonly measure: Measure;
})[] = [
  {
    case: `download in ${amounts.streams} streams`,
    unit: 'Gbit/s',
    target: { haproxy: 1.3, 'proxy-chain': 1.5 },
    among: ['haproxy', 'proxy-chain', 'tinyproxy', 'squid'],
    measure: (load, { port }, request) => load.download(port, request, amounts.streams, amounts.seconds),
  },
  {
    case: 'new tunnels',
    unit: 'a second',
    target: { tinyproxy: 1, 'proxy-chain': 1.8 },
    among: ['proxy-chain', 'tinyproxy', 'squid'],
    async measure(load, { port }, request) {
      await load.tunnelRate(port, request, amounts.lanes, amounts.seconds);
      return load.tunnelRate(port, request, amounts.lanes, amounts.seconds);
    },
  },
  {
    case: 'new tunnels, just started',
    unit: 'a second',
    target: {},
    among: ['proxy-chain', 'tinyproxy', 'squid'],
    measure: (load, { port }, request) => load.tunnelRate(port, request, amounts.lanes, amounts.seconds),
  },
  {
    case: `memory of ${amounts.idle} idle tunnels`,
    unit: 'MB',
    better: 'lower',
    target: { 'proxy-chain': 0.65, squid: 0.35 },
    among: ['proxy-chain', 'tinyproxy', 'squid'],
    measure: (load, { pid, helpers = [], port }, request) =>
      idleTunnels(load, [pid, ...helpers], port, request, amounts.idle),
  },
];

/** What a customer of the residential proxy gets of it, beside proxies that ask for as little as they can. */
export const proxyBench: Bench = {
  name: 'proxy',
  metric: 'a proxy on the loopback, ours asking for a password and paying each byte',
  unit: 'Gbit/s',
  better: 'higher',
  async measure(log) {
    const load = new Load(await buildCrate('proxy-load'));
    const origin = await load.startOrigin();
    const carrier = await installCrate('carrier', log);
    if (carrier === null) throw new Error('The carrier could not be installed');
    const installed = await installedProxies((name) => log(`${name} is not installed, so it is left out`));
    const sides: readonly Side[] = [
      { name: 'ours', start: () => startOurProxy(ports.ours, carrier), request: connectRequest(origin.port) },
      {
        name: 'proxy-chain',
        start: () => startPeer('proxy-chain', {}),
        request: connectRequest(origin.port),
      },
      ...installed.map(
        (name: DebianProxy): Side => ({
          name,
          start: () => startDebianProxy(name, ports[name], origin.port),
          request: name === 'haproxy' ? null : connectRequest(origin.port),
        }),
      ),
    ];
    try {
      const measured: CaseFigures[] = [];
      for (const { among, measure, ...one } of cases) {
        const figures = await inTurns(
          sides.filter(({ name }) => name === 'ours' || among.includes(name)),
          (peer, request) => measure(load, peer, request),
          (line) => log(`${one.case}: ${line}`),
        );
        const { ours = [], ...peers } = figures;
        const target = Object.fromEntries(Object.entries(one.target).filter(([name]) => name in peers));
        measured.push({ ...one, ours, peers, target });
      }
      return measured;
    } finally {
      await origin.stop();
    }
  },
};

/** Each side once a turn, each time as a process that has only just begun. */
async function inTurns(
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
