import { rmSync } from 'node:fs';
import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestProject } from 'vitest/node';
import type {} from '../src/packages/build-for-tests.ts';

/** Gives the network tests a folder for packages, which the first test that needs them builds. */
export default async function setup(project: TestProject): Promise<() => void> {
  const folder = await mkdtemp(join(tmpdir(), 'comet-packages-'));
  const remove = (): void => rmSync(folder, { recursive: true, force: true });
  // For a run that is interrupted.
  process.once('exit', remove);
  project.provide('packages', folder);
  return remove;
}
