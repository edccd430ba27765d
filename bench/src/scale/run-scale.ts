import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { loadavg } from 'node:os';
import { join } from 'node:path';
import type { Bench } from '../bench.ts';
import { machine } from '../machine.ts';
import { judge } from '../report.ts';
import { dedicatedServices } from '../services.ts';
import { compare, type ComparedOperation } from './compare.ts';
import { type FleetSize, fullAmounts, measureFleet, smokeAmounts } from './fleet/measure-fleet.ts';
import { measureSizes } from './measure.ts';
import { type ScaleResult, scaleTable } from './scale-table.ts';

const room = join(import.meta.dirname, '../..');
const turns = 4;

export type Sizes = readonly [small: number, large: number];

/** Accounts of the two databases, by default; the fleet is measured among those of the larger one. */
export const defaultSizes: Sizes = [1_000, 1_000_000];

/** The parts of the bench: the cost of each operation, and gateways, deletions, mail and purchases among many accounts. */
export const scaleParts = ['scale:operations', 'scale:fleet'] as const;

export type ScalePart = (typeof scaleParts)[number];

interface ScaleOptions {
  readonly parts: readonly ScalePart[];
  readonly sizes: Sizes;
  readonly fleet: FleetSize;
  /** The folder of `scale.json`; null for the committed results, whose table in `bench/README.md` is updated. */
  readonly out: string | null;
}

/** Measures the chosen parts and writes `scale.json`, in which the figures of the other part stay. Returns whether they could be measured. */
export async function runScale(options: ScaleOptions, print: (line: string) => void): Promise<boolean> {
  const folder = options.out ?? join(room, 'results');
  await mkdir(folder, { recursive: true });
  const file = join(folder, 'scale.json');
  const log = (line: string): void => print(`  ${line}`);
  let allMeasured = true;
  for (const part of options.parts) {
    print(`${part}: ${part === 'scale:fleet' ? 'gateways' : 'cost of each operation'} with many accounts`);
    try {
      const result = await measurePart(part, options, await readResult(file, options.sizes), log);
      await writeFile(file, `${JSON.stringify(result, null, 2)}\n`);
      if (options.out === null) await writeScaleTable(result);
      print(`${scaleTable(result)}\n`);
    } catch (error) {
      allMeasured = false;
      print(`${part} could not be measured: ${error instanceof Error ? error.stack : String(error)}`);
    }
  }
  return allMeasured;
}

async function measurePart(
  part: ScalePart,
  { sizes, fleet }: ScaleOptions,
  present: ScaleResult,
  log: (line: string) => void,
): Promise<ScaleResult> {
  const [load = 0] = loadavg();
  const measured = () => ({
    ...{ machine: machine(), measuredAt: new Date().toISOString(), load: Number(load.toFixed(2)) },
  });
  if (part === 'scale:operations') {
    const operations = await compareSizes(sizes, { turns, isConcurrent: false }, log);
    return { ...present, ...measured(), accounts: sizes, operations };
  }
  const [, accounts] = sizes;
  const figures = await measureFleet(dedicatedServices(log), { amounts: fullAmounts(fleet), accounts, log });
  const cases = figures.map((one) => judge(one, 'lower'));
  return { ...present, fleet: { ...measured(), accounts, cases } };
}

/** Returns the figures of earlier runs; without any, those of none. */
async function readResult(file: string, accounts: Sizes): Promise<ScaleResult> {
  const none: ScaleResult = {
    ...{ name: 'scale', machine: machine(), measuredAt: new Date().toISOString(), load: 0, accounts },
    ...{ operations: [], fleet: null },
  };
  const text = await readFile(file, 'utf8').catch(() => null);
  return text === null ? none : { ...none, ...(JSON.parse(text) as Partial<ScaleResult>) };
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
    const cases = await measureFleet(services, { amounts: smokeAmounts, accounts: null, log });
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
