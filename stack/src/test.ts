import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { labPrerequisites } from '@comet/lab';
import { add, NONE } from './checks/counts.ts';
import { runLimited } from './checks/run-limited.ts';
import type { Result, TestPart } from './checks/test-part.ts';
import { AT_A_TIME, PARTS } from './checks/test-parts.ts';
import { ENDS } from './checks/run-quietly.ts';
import { FAILED, RETRIED } from './checks/retried-test.ts';
import {
  APP_FILES,
  installMissingPackages,
  TEST_COMMANDS,
  WINDOW_COMMANDS,
} from './toolchain/debian-packages.ts';
import { installCrate } from './toolchain/cargo.ts';
import { installRust } from './toolchain/rust.ts';
import { OLDEST_FILES } from './postgres/version.ts';
import { findWireguardGo } from './toolchain/wireguard-go.ts';

const print = (line: string): void => console.log(line);
const wanted = process.argv.slice(2);
const unknown = wanted.find((name) => !PARTS.some((part) => part.name === name));
if (unknown !== undefined) {
  print(
    `There is no part "${unknown}": choose from ${PARTS.map((part) => part.name).join(', ')}, or none for all that run by default.`,
  );
  process.exit(1);
}
const parts = PARTS.filter(({ name, onlyByName }) =>
  wanted.length === 0 ? onlyByName !== true : wanted.includes(name),
);

let interrupted = false;
for (const signal of ENDS) process.on(signal, () => (interrupted = true));

/** Prepares the machine for the parts that need more than Node; returns the reason for each unmet requirement. */
async function prepare(): Promise<Record<TestPart['needs'], string | null>> {
  if (parts.every((part) => part.needs === 'nothing')) return forAll(null);
  const rust = await installRust(print);
  const missing = await installMissingPackages(TEST_COMMANDS, print);
  const possible = await labPrerequisites();
  if (possible.ok) await findWireguardGo(print);
  if (possible.ok && rust === null)
    for (const crate of ['listener', 'relay', 'dns-filter', 'local-resolver', 'transport'] as const)
      await installCrate(crate, print);
  const lab = possible.ok ? rust : `${possible.reason} ${possible.remedy}`;
  const opensWindows = parts.some(({ needs }) => needs === 'desktop');
  const drawsWindows = parts.some(({ needs }) => needs === 'webkit');
  // Skips WebKit, a large download, on a machine without Rust.
  const webkit = rust ?? (drawsWindows ? await installMissingPackages(APP_FILES, print) : null);
  const desktop = rust ?? lab ?? (opensWindows ? await installMissingPackages(WINDOW_COMMANDS, print) : null);
  const testsOldest = parts.some(({ needs }) => needs === 'postgres-15');
  const oldest = testsOldest ? await installMissingPackages(OLDEST_FILES, print) : null;
  const needed = { rust, webkit, lab, browser: missing, 'lab and browser': lab ?? missing, desktop };
  return { ...forAll(null), ...needed, 'postgres-15': oldest };
}

/** Returns the same reason for every requirement. */
function forAll(reason: string | null): Record<TestPart['needs'], string | null> {
  return {
    ...{ nothing: null, rust: reason, webkit: reason, lab: reason, browser: reason },
    ...{ 'lab and browser': reason, desktop: reason, 'postgres-15': reason },
  };
}

/** The results of all parts if the machine could not be prepared. */
function unready(error: unknown): Awaited<ReturnType<typeof prepare>> {
  return forAll(
    `The machine could not be prepared: ${error instanceof Error ? error.message : String(error)}`,
  );
}

async function runPart(part: TestPart, folder: string): Promise<Result> {
  if (process.stdout.isTTY) print(`running ${part.name} …`);
  const result = await part.run(folder).catch(broken);
  const { counts, seconds, output } = result;
  if (counts.failed > 0) print(`\n${output.trimEnd()}\n`);
  const failed = counts.failed > 0 ? `, ${counts.failed} failed` : '';
  const skipped = counts.skipped > 0 ? `, ${counts.skipped} skipped` : '';
  print(`${part.name.padEnd(20)} ${counts.passed} passed${failed}${skipped}  ${seconds.toFixed(1)} s`);
  return result;
}

/** Returns a failed result for a part that could not be run, so that the others are still reported. */
function broken(error: unknown): Result {
  const output = error instanceof Error ? (error.stack ?? error.message) : String(error);
  const counts = { ...NONE, failed: 1 };
  return { code: 1, output, seconds: 0, counts, failedTests: [], retriedTests: [], skips: [] };
}

/** Runs a part, or records why the machine cannot run it. */
async function runOrSkip(part: TestPart): Promise<void> {
  const unmet = part.needs === 'nothing' ? null : (await preparing)[part.needs];
  if (interrupted) return;
  ended.set(part, unmet === null ? await runPart(part, folder) : unmet);
}

const folder = await mkdtemp(join(tmpdir(), 'comet-test-'));
const preparing = prepare().catch(unready);
/** Result of each part, or why it was skipped. */
const ended = new Map<TestPart, Result | string>();
await runLimited(parts, AT_A_TIME, runOrSkip);

const notes: string[] = [];
const failures: string[] = [];
let total = NONE;
for (const part of parts) {
  const end = ended.get(part);
  if (typeof end === 'string') {
    notes.push(`${part.name} was skipped: ${end}`);
    total = add(total, { ...NONE, skipped: 1 });
  } else if (end !== undefined) {
    notes.push(...end.retriedTests.map((test) => RETRIED + test), ...end.skips);
    if (end.counts.failed > 0) failures.push(...(end.failedTests.length > 0 ? end.failedTests : [part.name]));
    total = add(total, end.counts);
  }
}
await rm(folder, { recursive: true, force: true });

if (total.skipped > 0 && !notes.some((note) => note.includes(' was skipped: ')))
  notes.push('Tests were skipped inside the parts above.');
if (total.skipped > 0 && process.env.CI === 'true') notes.push('With CI=true a skip is a failure.');
notes.push(...failures.map((test) => FAILED + test));
if (interrupted) notes.push('Interrupted before the end.');
print(['', ...notes, `${total.passed} passed, ${total.failed} failed, ${total.skipped} skipped`].join('\n'));
const red = total.failed > 0 || interrupted || (total.skipped > 0 && process.env.CI === 'true');
process.exitCode = red ? 1 : 0;
