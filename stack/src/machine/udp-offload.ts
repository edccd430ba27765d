import { chmod, copyFile, mkdir, rename } from 'node:fs/promises';
import { join } from 'node:path';
import { buildCrate } from './cargo.ts';

/** Programs without rights load it too, which cannot look into anybody's home. */
const FOLDER = '/var/cache/comet';

/**
 * Builds what is preloaded into OpenVPN and puts it where every user can read it. Null without Rust: OpenVPN does without, more
 * slowly.
 */
export async function installUdpOffload(say: (line: string) => void): Promise<string | null> {
  const built = await buildCrate('udp-offload', say);
  if (built === null) return null;
  await mkdir(FOLDER, { recursive: true, mode: 0o755 });
  const installed = join(FOLDER, 'libcomet_udp_offload.so');
  // A library that is in use cannot be written over, only replaced; and other stacks of this machine may do the same.
  const draft = `${installed}.${process.pid}`;
  await copyFile(built, draft);
  await chmod(draft, 0o755);
  await rename(draft, installed);
  return installed;
}
