import { chmod, copyFile, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { buildCrate } from '../toolchain/cargo.ts';

/** Makes the command `comet` for the lab's client in `folder`. */
export async function makeCometCommand(folder: string): Promise<void> {
  const draft = join(folder, 'comet.new');
  // A running program cannot be overwritten (ETXTBSY), only replaced.
  await rm(draft, { force: true });
  await copyFile(await buildCrate('cli'), draft);
  await chmod(draft, 0o755);
  await rename(draft, join(folder, 'comet'));
}
