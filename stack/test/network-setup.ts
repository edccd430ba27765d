import { rmSync } from 'node:fs';
import { copyFile, mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type {} from '@comet/testing';
import type { TestProject } from 'vitest/node';
import { buildCrate } from '../src/toolchain/cargo.ts';
import { PROGRAM } from '../src/toolchain/wireguard-go.ts';
import type {} from '../src/packages/build-for-tests.ts';

declare module 'vitest' {
  export interface ProvidedContext {
    /** The path of the command `comet`. */
    readonly comet: string;
  }
}

/**
 * Provides the network tests with the command `comet`, the path of a recent wireguard-go, and a folder for packages, which the first test
 * that needs them builds.
 */
export default async function setup(project: TestProject): Promise<() => void> {
  const folder = await mkdtemp(join(tmpdir(), 'comet-packages-'));
  const remove = (): void => rmSync(folder, { recursive: true, force: true });
  // Cleans up after an interrupted run.
  process.once('exit', remove);
  project.provide('packages', folder);
  project.provide('wireguardGo', PROGRAM);
  const comet = join(folder, 'comet');
  // Another checkout may concurrently build to the same path.
  await copyFile(await buildCrate('cli'), comet);
  project.provide('comet', comet);
  return remove;
}
