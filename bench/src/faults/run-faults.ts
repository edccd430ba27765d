import { mkdir, mkdtemp, readFile, chmod, rm, writeFile } from 'node:fs/promises';
import { loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { type Cluster, freePortBlock, installClusterPackages, startCluster } from '@comet/stack';
import type { Bench } from '../bench.ts';
import { machine } from '../machine.ts';
import { releasable } from '../end-on-signal.ts';
import { dedicatedServices, sharedService } from '../services.ts';
import type { Fault, FaultFigure } from './fault.ts';
import { faultTable, type FaultRow, holds } from './fault-table.ts';

const room = join(import.meta.dirname, '../..');

type Log = (line: string) => void;

interface RunOptions {
  /** The folder of `faults.json`; null for the committed results, whose table in `bench/README.md` is updated. */
  readonly out: string | null;
  /** Length of the soak; null for its default. */
  readonly minutes: number | null;
  /** Accounts of a filled database. */
  readonly accounts: number;
  /** The names of all faults, in the order of the table. */
  readonly order: readonly string[];
}

/**
 * Measures each fault and writes its row into `faults.json`. Rows of other faults stay. Returns whether every fault could be measured.
 */
export async function runFaults(
  faults: readonly Fault[],
  { out, minutes, accounts, order }: RunOptions,
  print: Log,
): Promise<boolean> {
  const folder = out ?? join(room, 'results');
  await mkdir(folder, { recursive: true });
  const file = join(folder, 'faults.json');
  const log: Log = (line) => print(`  ${line}`);
  const cluster = sharedCluster(log);
  const service = sharedService(log, false);
  let allRan = true;
  try {
    for (const fault of faults) {
      print(`faults:${fault.name}: ${fault.title}`);
      const [load = 0] = loadavg();
      try {
        const figures = await fault.measure({
          ...(fault.needsLab === true ? dedicatedServices(log) : service),
          log,
          minutes,
          accounts,
          cluster: cluster.complete,
        });
        const row = rowOf(fault, figures, load);
        const rows = withRow(await readRows(file), row, order);
        await writeFile(file, `${JSON.stringify({ name: 'faults', rows }, null, 2)}\n`);
        if (out === null) await writeFaultTable(rows);
        print(`${faultTable([row])}\n`);
      } catch (error) {
        allRan = false;
        print(
          `faults:${fault.name} could not be measured: ${error instanceof Error ? error.stack : String(error)}`,
        );
      }
    }
  } finally {
    await Promise.all([cluster.stop(), service.stop()]);
  }
  return allRan;
}

function rowOf({ name, title }: Fault, figures: readonly FaultFigure[], load: number): FaultRow {
  return {
    ...{ fault: name, title, machine: machine(), measuredAt: new Date().toISOString() },
    ...{ load: Number(load.toFixed(2)), figures, holds: holds(figures) },
  };
}

function withRow(rows: readonly FaultRow[], row: FaultRow, order: readonly string[]): readonly FaultRow[] {
  return [...rows.filter(({ fault }) => fault !== row.fault), row].toSorted(
    (one, other) => order.indexOf(one.fault) - order.indexOf(other.fault),
  );
}

async function readRows(file: string): Promise<readonly FaultRow[]> {
  const text = await readFile(file, 'utf8').catch(() => null);
  return text === null ? [] : (JSON.parse(text) as { readonly rows: readonly FaultRow[] }).rows;
}

async function writeFaultTable(rows: readonly FaultRow[]): Promise<void> {
  const page = join(room, 'README.md');
  const text = await readFile(page, 'utf8');
  const [before, after] = [text.split('<!-- faults -->')[0], text.split('<!-- /faults -->')[1]];
  if (before === undefined || after === undefined)
    throw new Error('bench/README.md has lost the marks of the table of faults');
  await writeFile(page, `${before}<!-- faults -->\n\n${faultTable(rows)}\n\n<!-- /faults -->${after}`);
}

/** One cluster for all faults of a run, started at the first that needs it. */
function sharedCluster(log: Log): { complete(): Promise<Cluster>; stop(): Promise<void> } {
  let started: Promise<Cluster> | null = null;
  let state = '';
  const start = async () => {
    const missing = await installClusterPackages(log);
    if (missing !== null) throw new Error(missing);
    state = await mkdtemp(join(tmpdir(), 'comet-faults-'));
    // The account postgres enters it.
    await chmod(state, 0o755);
    return startCluster({ state, port: await freePortBlock(), print: log });
  };
  return {
    async complete() {
      const cluster = await (started ??= start());
      for (let tries = 0; !(await cluster.isComplete().catch(() => false)); tries += 1) {
        if (tries > 240) throw new Error('The cluster did not become complete within two minutes');
        await sleep(500);
      }
      return cluster;
    },
    stop: releasable(async () => {
      const cluster = await started?.catch(() => null);
      await cluster?.stop();
      if (state !== '') await rm(state, { recursive: true, force: true });
    }),
  };
}

/** The reduced cases of all faults as one bench of a smoke run. A figure that must be exact and is not fails it. */
export function reducedFaults(faults: readonly Fault[]): Bench {
  return {
    name: 'faults',
    metric: 'time of the reduced case of each fault',
    unit: 's',
    better: 'lower',
    async measure(run) {
      const cases = [];
      for (const { name, reduced } of faults) {
        if (reduced === null) continue;
        const began = performance.now();
        const figures = await reduced(run);
        const wrong = figures.filter(({ isTime }) => isTime !== true).filter((figure) => !holds([figure]));
        if (wrong.length > 0)
          throw new Error(`${name}: ${wrong.map(({ what, measured }) => `${what} ${measured}`).join(', ')}`);
        run.log(`${name}: ${figures.map(({ what, measured }) => `${what} ${measured}`).join(', ')}`);
        cases.push({ case: name, ours: [(performance.now() - began) / 1000], peers: {}, target: {} });
      }
      return cases;
    },
  };
}
