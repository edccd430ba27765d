import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type Bench, skipReason } from './bench.ts';
import { machine } from './machine.ts';
import { type BenchResult, judge, tableOf } from './report.ts';
import { dedicatedServices } from './services.ts';

const room = join(import.meta.dirname, '..');

/**
 * Measures each bench on a separate service and writes its results into `out`; null for the committed results, whose table in
 * `bench/README.md` is updated. Prints the reason for a bench that cannot run. Returns whether all ran.
 */
export async function runFull(
  benches: readonly Bench[],
  out: string | null,
  print: (line: string) => void,
): Promise<boolean> {
  const folder = out ?? join(room, 'results');
  await mkdir(folder, { recursive: true });
  const log = (line: string): void => print(`  ${line}`);
  let allRan = true;
  for (const bench of benches) {
    const { name, metric, unit, better } = bench;
    const reason = await skipReason(bench);
    if (reason !== null) {
      print(`${name} cannot run here. ${reason}`);
      allRan = false;
      continue;
    }
    print(`${name}: ${metric}`);
    const cases = await bench.measure({ ...dedicatedServices(log), log, extent: 'full' });
    const result: BenchResult = {
      ...{ name, metric, unit, better, machine: machine() },
      measuredAt: new Date().toISOString(),
      cases: cases.map((figures) => judge(figures, better)),
    };
    await writeFile(join(folder, `${name}.json`), `${JSON.stringify(result, null, 2)}\n`);
    print(`${tableOf([result])}\n`);
  }
  if (out === null) await writeTable(folder);
  return allRan;
}

/** Writes the table of all committed results between the two marks of `bench/README.md`; others have tables of their own. */
async function writeTable(folder: string): Promise<void> {
  const files = (await readdir(folder)).filter((file) => file.endsWith('.json')).sort();
  const written = await Promise.all(
    files.map(
      async (file) =>
        JSON.parse(await readFile(join(folder, file), 'utf8')) as BenchResult | { readonly cases?: never },
    ),
  );
  const results = written.filter((result) => result.cases !== undefined);
  const page = join(room, 'README.md');
  const text = await readFile(page, 'utf8');
  const [before, after] = [text.split('<!-- table -->')[0], text.split('<!-- /table -->')[1]];
  if (before === undefined || after === undefined)
    throw new Error('bench/README.md has lost its table marks');
  await writeFile(page, `${before}<!-- table -->\n\n${tableOf(results)}\n\n<!-- /table -->${after}`);
}
