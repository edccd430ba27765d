import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { accelerator } from '@comet/e2e';
import { type BuiltPackages, buildPackages, freePortBlock, startStack } from '@comet/stack';
import { releasable } from '../end-on-signal.ts';
import { type ClientMachine, startClientMachine } from './machine/client-machine.ts';
import { passes, type ProofRow, proofTable, withRow } from './proof-table.ts';
import type { Proof } from './proof.ts';

const room = join(import.meta.dirname, '../..');

type Log = (line: string) => void;

interface RunOptions {
  /** The folder of `prove.json`; null for the committed results, whose table in `bench/README.md` is updated. */
  readonly out: string | null;
  /** Folder of the built packages, which may already be there. */
  readonly packages: string | null;
  /** The names of all proofs, in the order of the table. */
  readonly order: readonly string[];
}

/** Runs each proof and writes its row into `prove.json`. Rows of other proofs stay. Returns whether all passed. */
export async function runProofs(proofs: readonly Proof[], options: RunOptions, print: Log): Promise<boolean> {
  const draft = await mkdtemp(join(tmpdir(), 'comet-prove-'));
  const packagesFolder = options.packages ?? join(draft, 'packages');
  await mkdir(packagesFolder, { recursive: true });
  const end = releasable(() => rm(draft, { recursive: true, force: true }));
  try {
    print('building the packages');
    const packages = await buildPackages(packagesFolder);
    let allPassed = true;
    const start = () => startMachine({ packages, packagesFolder, draft, print });
    for await (const row of rowsOf(proofs, start, print)) {
      await record(row, options);
      print(`${proofTable([row])}\n`);
      allPassed &&= row.passed;
    }
    return allPassed;
  } finally {
    await end();
  }
}

/** Yields the row of each proof. They share a machine; after one that broke off, the next gets a new one. */
async function* rowsOf(
  proofs: readonly Proof[],
  start: () => Promise<Started>,
  print: Log,
): AsyncGenerator<ProofRow> {
  let machine: Started | null = null;
  try {
    for (const proof of proofs) {
      machine ??= await start();
      print(`${proof.name}: ${proof.title}`);
      const row = await rowOf(proof, machine);
      yield row;
      if (row.error === undefined) continue;
      await machine.stop();
      machine = null;
    }
  } finally {
    await machine?.stop();
  }
}

interface Started {
  readonly on: ClientMachine;
  /** The guest's kernel and how its processor runs. */
  readonly about: string;
  stop(): Promise<void>;
}

interface StartOptions {
  readonly packages: BuiltPackages;
  readonly packagesFolder: string;
  readonly draft: string;
  readonly print: Log;
}

/** Starts the service and a virtual machine in its lab. */
async function startMachine({ packages, packagesFolder, draft, print }: StartOptions): Promise<Started> {
  const state = await mkdtemp(join(draft, 'state-'));
  print('starting the service');
  const aborted = new AbortController();
  const starting = freePortBlock().then((port) =>
    startStack({ state, port, lab: true, signal: aborted.signal }),
  );
  let machine: ClientMachine | null = null;
  const stop = releasable(async () => {
    aborted.abort();
    await machine?.close();
    await (await starting.catch(() => null))?.stop();
  });
  try {
    const stack = await starting;
    print('booting Debian in QEMU');
    const folders = { folder: await mkdtemp(join(draft, 'machine-')), packages: packagesFolder };
    machine = await startClientMachine(stack, packages, folders);
    const kernel = (await machine.guest.output('uname', '-r')).trim();
    return { on: machine, about: `${kernel}, ${await accelerator()}`, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

/** Runs a proof. One that breaks off has not passed, and its row says why. */
async function rowOf(proof: Proof, { on, about }: Started): Promise<ProofRow> {
  const { name, title } = proof;
  const row = { proof: name, title, machine: about, measuredAt: new Date().toISOString() };
  try {
    const figures = await proof.prove(on);
    return { ...row, figures, passed: passes(figures) };
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    return { ...row, figures: [], passed: false, error: reason.replaceAll(/\s+/g, ' ').slice(0, 300) };
  }
}

async function record(row: ProofRow, { out, order }: RunOptions): Promise<void> {
  const folder = out ?? join(room, 'results');
  await mkdir(folder, { recursive: true });
  const file = join(folder, 'prove.json');
  const text = await readFile(file, 'utf8').catch(() => null);
  const before = text === null ? [] : (JSON.parse(text) as { readonly rows: readonly ProofRow[] }).rows;
  const rows = withRow(before, row, order);
  await writeFile(file, `${JSON.stringify({ name: 'prove', rows }, null, 2)}\n`);
  if (out === null) await writeTable(rows);
}

async function writeTable(rows: readonly ProofRow[]): Promise<void> {
  const page = join(room, 'README.md');
  const text = await readFile(page, 'utf8');
  const [before, after] = [text.split('<!-- prove -->')[0], text.split('<!-- /prove -->')[1]];
  if (before === undefined || after === undefined)
    throw new Error('bench/README.md has lost the marks of the table of proofs');
  await writeFile(page, `${before}<!-- prove -->\n\n${proofTable(rows)}\n\n<!-- /prove -->${after}`);
}
