import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { buildCrate, findWireguardGo, LAB_COMMANDS } from '@comet/stack';
import { type Bench, skipReason } from '../bench.ts';
import { releasable } from '../end-on-signal.ts';
import { machine } from '../machine.ts';
import { median } from '../report.ts';
import { classify, type Outcome } from './classify.ts';
import { type CoverRow, coverTable, holds } from './cover-table.ts';
import { recordVisits, type VisitPlan } from './record-visits.ts';
import { type TunnelSetting, tunnelSettings } from './settings.ts';
import type { TunnelPrograms } from './start-tunnel.ts';

const room = join(import.meta.dirname, '../..');
const name = 'cover:classifier';
const file = 'cover-classifier.json';

/** The names of the settings as parts of the benchmark. */
export const coverParts = tunnelSettings.map((setting) => `${name}:${setting.name}`);

const fullPlan: VisitPlan = { seed: 28, pages: 30, visits: 25, tunnels: 15 };
/** Few pages and visits: what the classifier recognises there without cover traffic is far above guessing. */
const smokePlan: VisitPlan = { seed: 28, pages: 5, visits: 5, tunnels: 1 };
const smokeSpacing = 1;

/** A few visits through each setting as one bench. It fails unless pages are recognised without cover traffic. */
export const reducedCover: Bench = {
  name: 'cover',
  metric: 'share of visits whose page is recognised',
  unit: '',
  better: 'higher',
  packages: { ...LAB_COMMANDS, python3: 'python3' },
  needsLab: true,
  async measure({ log }) {
    const cases = [];
    for (const setting of tunnelSettings.filter(({ expects }) => expects === 'recognised')) {
      const rows = await measureSetting({ ...setting, spacing: smokeSpacing }, smokePlan, log);
      const [recorded] = rows;
      if (recorded === undefined || recorded.accuracy.mean <= 2 / smokePlan.pages)
        throw new Error(`${setting.name}: ${JSON.stringify(rows)}`);
      cases.push({ case: setting.title, ours: rows.map(({ bytes }) => bytes), peers: {}, target: {} });
    }
    return cases;
  },
};

/**
 * Classifies the pages of visits through tunnels of these settings and writes their rows into `cover-classifier.json` in `out`; null for the
 * committed results, whose table in `bench/README.md` is updated. Rows of other settings stay. `visits`: those of each page, and tunnels;
 * null for the default. Returns whether all could be measured.
 */
export async function runCover(
  parts: readonly string[],
  { out, visits }: { readonly out: string | null; readonly visits: readonly [number, number] | null },
  print: (line: string) => void,
): Promise<boolean> {
  const settings = tunnelSettings.filter((setting) => parts.includes(`${name}:${setting.name}`));
  if (settings.length === 0) return true;
  const reason = await skipReason(reducedCover);
  if (reason !== null) {
    print(`cover cannot run here. ${reason}`);
    return false;
  }
  const folder = out ?? join(room, 'results');
  await mkdir(folder, { recursive: true });
  const plan = visits === null ? fullPlan : { ...fullPlan, visits: visits[0], tunnels: visits[1] };
  let allRan = true;
  for (const setting of settings) {
    print(`${name}:${setting.name}: ${setting.title}`);
    try {
      const rows = await measureSetting(setting, plan, (line) => print(`  ${line}`));
      await writeRows(rows, folder, out === null);
      print(`${coverTable(rows)}\n`);
    } catch (error) {
      allRan = false;
      print(
        `${name}:${setting.name} could not be measured: ${error instanceof Error ? error.stack : String(error)}`,
      );
    }
  }
  return allRan;
}

/** Returns the row of a setting, and for the first one that of the reference defence. */
async function measureSetting(
  setting: TunnelSetting,
  plan: VisitPlan,
  log: (line: string) => void,
): Promise<readonly CoverRow[]> {
  const wireguardGo = await findWireguardGo(log);
  if (wireguardGo === null) throw new Error('There is no wireguard-go for the tunnels');
  const programs: TunnelPrograms = { wireguardGo, transport: await buildCrate('transport') };
  const classifier = await buildCrate('classifier');
  const [load = 0] = loadavg();
  const folder = await mkdtemp(join(tmpdir(), 'comet-cover-'));
  const remove = releasable(() => rm(folder, { recursive: true, force: true }));
  try {
    const recordings = await recordVisits(setting, plan, programs, folder);
    const visits = recordings.flatMap((recording) => recording.visits);
    log(`${visits.length} visits, ${median(visits.map(({ files }) => files))} files each`);
    const { recorded, constantRate } = await classify(recordings, {
      program: classifier,
      window: setting.spacing,
      seed: plan.seed,
      withConstantRate: setting === tunnelSettings[0],
    });
    const row = (outcome: Outcome): CoverRow => ({
      setting: setting.name,
      title: setting.title,
      expects: setting.expects,
      machine: machine(),
      measuredAt: new Date().toISOString(),
      load,
      pages: plan.pages,
      visits: plan.visits,
      window: setting.spacing,
      ...outcome,
      loadMs: median(visits.map(({ loadMs }) => loadMs)),
    });
    if (constantRate === null) return [row(recorded)];
    const reference: CoverRow = {
      ...row(constantRate),
      setting: 'constant-rate',
      title: 'constant rate, computed',
      expects: 'hidden',
      loadMs: null,
    };
    return [row(recorded), reference];
  } finally {
    await remove();
  }
}

async function writeRows(rows: readonly CoverRow[], folder: string, isCommitted: boolean): Promise<void> {
  const path = join(folder, file);
  const text = await readFile(path, 'utf8').catch(() => null);
  const before = text === null ? [] : (JSON.parse(text) as { readonly rows: readonly CoverRow[] }).rows;
  const order = [...tunnelSettings.map((setting) => setting.name), 'constant-rate'];
  const isRenewed = (row: CoverRow) => rows.some(({ setting }) => setting === row.setting);
  const all = [...before.filter((row) => !isRenewed(row)), ...rows].toSorted(
    (one, other) => order.indexOf(one.setting) - order.indexOf(other.setting),
  );
  const judged = all.map((row) => ({ ...row, holds: holds(row) }));
  await writeFile(path, `${JSON.stringify({ name, rows: judged }, null, 2)}\n`);
  if (isCommitted) await writeTable(all);
}

async function writeTable(rows: readonly CoverRow[]): Promise<void> {
  const page = join(room, 'README.md');
  const text = await readFile(page, 'utf8');
  const [before, after] = [text.split('<!-- cover -->')[0], text.split('<!-- /cover -->')[1]];
  if (before === undefined || after === undefined)
    throw new Error('bench/README.md has lost the marks of the table of cover traffic');
  await writeFile(page, `${before}<!-- cover -->\n\n${coverTable(rows)}\n\n<!-- /cover -->${after}`);
}
