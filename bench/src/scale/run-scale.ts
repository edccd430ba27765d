import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { loadavg } from 'node:os';
import { join } from 'node:path';
import type { Bench } from '../bench.ts';
import { machine } from '../machine.ts';
import { judge } from '../report.ts';
import { dedicatedServices } from '../services.ts';
import { compare, type ComparedOperation } from './compare.ts';
import { fleetAmounts, measureFleet } from './fleet/measure-fleet.ts';
import { measureSizes } from './measure.ts';
import { type ScaleResult, scaleTable } from './scale-table.ts';

const room = join(import.meta.dirname, '../..');
const turns = 4;

export type Sizes = readonly [small: number, large: number];

/** Accounts of the two databases, by default. */
export const defaultSizes: Sizes = [1_000, 1_000_000];

/**
 * Measures every endpoint, console page and task with few and with many accounts, and gateways, deletions, mail and purchases among many, and
 * writes `scale.json` into `out`; null for the committed results, whose table in `bench/README.md` is updated. Returns whether it could be
 * measured.
 */
export async function runScale(
  { sizes, out }: { readonly sizes: Sizes; readonly out: string | null },
  print: (line: string) => void,
): Promise<boolean> {
  const folder = out ?? join(room, 'results');
  await mkdir(folder, { recursive: true });
  print('scale: cost of each operation with many accounts, compared with few');
  const [load = 0] = loadavg();
  const log = (line: string): void => print(`  ${line}`);
  try {
    const result: ScaleResult = {
      ...{ name: 'scale', machine: machine(), measuredAt: new Date().toISOString() },
      ...{ load: Number(load.toFixed(2)), accounts: sizes },
      operations: await compareSizes(sizes, { turns, isConcurrent: false }, log),
      cases: (
        await measureFleet(dedicatedServices(log), { amounts: fleetAmounts.full, accounts: sizes[1], log })
      ).map((figures) => judge(figures, 'lower')),
    };
    await writeFile(join(folder, 'scale.json'), `${JSON.stringify(result, null, 2)}\n`);
    if (out === null) await writeScaleTable(result);
    print(`${scaleTable(result)}\n`);
    return true;
  } catch (error) {
    print(`scale could not be measured: ${error instanceof Error ? error.stack : String(error)}`);
    return false;
  }
}

async function compareSizes(
  sizes: Sizes,
  how: Parameters<typeof measureSizes>[1],
  log: (line: string) => void,
): Promise<readonly ComparedOperation[]> {
  const [small = [], large = []] = await measureSizes(sizes, how, log);
  return compare(small, large);
}

async function writeScaleTable(result: ScaleResult): Promise<void> {
  const page = join(room, 'README.md');
  const text = await readFile(page, 'utf8');
  const [before, after] = [text.split('<!-- scale -->')[0], text.split('<!-- /scale -->')[1]];
  if (before === undefined || after === undefined)
    throw new Error('bench/README.md has lost the marks of the table of scale');
  await writeFile(page, `${before}<!-- scale -->\n\n${scaleTable(result)}\n\n<!-- /scale -->${after}`);
}

/** The smallest databases and one call each, as one bench of a smoke run: an operation that fails on one of the two fails it. */
export const reducedScale: Bench = {
  name: 'scale',
  metric: 'blocks of all operations',
  unit: 'blocks',
  better: 'lower',
  async measure({ log, ...services }) {
    const cases = await measureFleet(services, { amounts: fleetAmounts.smoke, accounts: null, log });
    const operations = await compareSizes([1_000, 2_000], { turns: 1, isConcurrent: true }, log);
    const differing = operations.filter(({ outcomes: [small, large] }) => small !== large);
    if (differing.length > 0)
      throw new Error(differing.map(({ name, outcomes }) => `${name}: ${outcomes.join(' → ')}`).join('; '));
    const ofKinds = [...new Set(operations.map(({ kind }) => kind))].map((kind) => {
      const ofKind = operations.filter((operation) => operation.kind === kind);
      const sum = (read: (operation: ComparedOperation) => number) =>
        ofKind.reduce((total, operation) => total + read(operation), 0);
      return {
        case: kind,
        ours: [sum(({ large }) => large.blocks)],
        peers: { 'half the accounts': [sum(({ small }) => small.blocks)] },
        target: {},
      };
    });
    return [...cases, ...ofKinds];
  },
};
