import { rm } from 'node:fs/promises';
import type { LabDescription } from '@comet/lab';
import type { Addresses } from '../addresses.ts';
import type { StateFolder } from './folder.ts';
import { readJson, writeJson } from './json-file.ts';

/** `stack.json`: what a running stack says about itself to `npm stop`, `npm run lab`, the tests and you. */
export interface StackFile extends Addresses {
  /** Every process by name; `stack` is the one that started the others. */
  readonly pids: Readonly<Record<string, number>>;
  /** The births of the same processes, so that a pid that was given to another is not taken for ours. */
  readonly births: Readonly<Record<string, string>>;
  readonly lab?: LabDescription;
  /** ISO 8601, UTC: when everything was ready. Absent while it starts. */
  readonly startedAt?: string;
}

export async function writeStackFile(folder: StateFolder, file: StackFile): Promise<void> {
  await writeJson(folder.stack, file);
}

export async function removeStackFile(folder: StateFolder): Promise<void> {
  await rm(folder.stack, { force: true });
}

/** What the file says; `none` without a file, `broken` when it holds something else. */
export async function readStackFile(folder: StateFolder): Promise<StackFile | 'none' | 'broken'> {
  const found = await readJson(folder.stack);
  if (found === null) return 'none';
  return isStackFile(found) ? found : 'broken';
}

function isStackFile(value: unknown): value is StackFile {
  if (typeof value !== 'object' || value === null) return false;
  const { pids, births } = value as Record<string, unknown>;
  return isRecordOf(pids, 'number') && isRecordOf(births, 'string');
}

function isRecordOf(value: unknown, type: 'number' | 'string'): boolean {
  if (typeof value !== 'object' || value === null) return false;
  return Object.values(value).every((entry) => typeof entry === type);
}
