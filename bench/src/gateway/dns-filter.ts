import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { buildCrate } from '@comet/stack';
import type { Bench } from '../bench.ts';
import { cpuTime } from '../cpu-time.ts';
import { proportionalSetSize } from '../proportional-set-size.ts';
import type { CaseFigures } from '../report.ts';
import type { Peer } from '../start-peer.ts';
import { debianServers, nameOf, startOurFilter, startUpstream } from './name-servers.ts';

/** Turns, seconds of queries, blocked names, and cached ones. */
const amounts = {
  full: { turns: 7, seconds: 3, blocked: 100_000, cached: 1_000 },
  smoke: { turns: 1, seconds: 0.5, blocked: 1_000, cached: 100 },
};
/** Concurrent queries: below the filter's limit of 128 for one client. */
const concurrent = 100;

interface Side {
  readonly name: string;
  readonly server: Peer;
}

/** The gateway's DNS filter compared with Debian's caching name servers with the same block list, by dnsperf. */
export const dnsFilterBench: Bench = {
  name: 'dns-filter',
  metric: 'CPU time of a query at a name server on the loopback',
  unit: 'µs',
  better: 'lower',
  packages: { dnsperf: 'dnsperf', unbound: 'unbound', dnsmasq: 'dnsmasq-base' },
  async measure({ log, extent }) {
    const { turns, seconds, blocked: count, cached } = amounts[extent];
    const program = await buildCrate('dns-filter');
    const folder = await mkdtemp(join(tmpdir(), 'comet-bench-'));
    const servers: Peer[] = [];
    const start = async (starting: Promise<Peer>): Promise<Peer> => {
      const server = await starting;
      servers.push(server);
      return server;
    };
    try {
      const upstream = await start(startUpstream(cached, folder));
      const blocked = Array.from({ length: count }, (_, index) => `ads${index}.tracker${index % 97}.test`);
      const names = { upstream: upstream.port, blocked };
      const sides: Side[] = [{ name: 'ours', server: await start(startOurFilter(program, names, folder)) }];
      for (const [name, startPeer] of Object.entries(debianServers))
        sides.push({ name, server: await start(startPeer(names, folder)) });
      const asked = {
        cached: await queries(
          join(folder, 'cached'),
          Array.from({ length: cached }, (_, index) => nameOf(index)),
        ),
        blocked: await queries(
          join(folder, 'blocked'),
          blocked.map((name) => `www.${name}`),
        ),
      };
      const load = { seconds, turns, log };
      return [
        await measureQueries('answer from the cache', asked.cached, 'NOERROR', sides, load),
        await measureQueries('blocked name', asked.blocked, 'NXDOMAIN', sides, load),
        memory(`memory with ${count.toLocaleString('en')} blocked names`, sides),
      ];
    } finally {
      await Promise.all(servers.map((server) => server.stop()));
      await rm(folder, { recursive: true });
    }
  },
};

/** Writes the queries of dnsperf, and returns their file. */
async function queries(file: string, names: readonly string[]): Promise<string> {
  await writeFile(file, names.map((name) => `${name} A\n`).join(''));
  return file;
}

async function measureQueries(
  name: string,
  file: string,
  code: 'NOERROR' | 'NXDOMAIN',
  sides: readonly Side[],
  { seconds, turns, log }: { seconds: number; turns: number; log: (line: string) => void },
): Promise<CaseFigures> {
  const figures = new Map(sides.map((side) => [side.name, [] as number[]]));
  // Fills the caches.
  for (const { server } of sides) await perQuery(server, file, code, seconds);
  for (let turn = 1; turn <= turns; turn += 1) {
    for (const side of sides) figures.get(side.name)?.push(await perQuery(side.server, file, code, seconds));
    log(
      `${name} ${turn}: ${[...figures].map(([side, all]) => `${side} ${all.at(-1)?.toFixed(2)} µs`).join(', ')}`,
    );
  }
  const { ours = [], ...peers } = Object.fromEntries(figures);
  return { case: name, ours, peers, target: { unbound: 1.3 } };
}

/** Returns the CPU time of a query in µs. Throws if a query was lost or had another response code. */
async function perQuery({ pid, port }: Peer, file: string, code: string, seconds: number): Promise<number> {
  const args = ['-s', '127.0.0.1', '-p', `${port}`, '-d', file, '-l', `${seconds}`, '-q', `${concurrent}`];
  const before = cpuTime(pid);
  const { stdout } = await promisify(execFile)('dnsperf', args);
  const milliseconds = cpuTime(pid) - before;
  const completed = Number(/Queries completed:\s+(\d+)/.exec(stdout)?.[1]);
  const expected = Number(new RegExp(`${code} (\\d+)`).exec(stdout)?.[1]);
  if (!(completed > 0) || completed !== expected) throw new Error(`Unexpected responses: ${stdout}`);
  return (milliseconds * 1000) / completed;
}

function memory(name: string, sides: readonly Side[]): CaseFigures {
  const figures = sides.map((side) => [side.name, [proportionalSetSize(side.server.pid)]] as const);
  const { ours = [], ...peers } = Object.fromEntries(figures);
  return { case: name, unit: 'MB', ours, peers, target: { unbound: 1 } };
}
