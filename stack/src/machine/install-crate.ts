import { chmod, copyFile, mkdir, rename } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { buildCrate } from './cargo.ts';

/** Programs without rights load from it too, which cannot look into anybody's home. */
const FOLDER = '/var/cache/comet';

/**
 * Builds a crate and puts its file where every user can read it; returns that path. Null without the right to write there (said then):
 * OpenVPN is slower without `udp-offload`, providers' endpoints serve no tunnels without `listener`, and the proxy does not start without
 * `carrier`. Throws a Refusal where the crate does not build.
 */
export async function installCrate(
  crate: 'udp-offload' | 'listener' | 'carrier',
  say: (line: string) => void,
): Promise<string | null> {
  const built = await buildCrate(crate);
  try {
    return await install(built);
  } catch (error) {
    say(
      `The crate ${crate} could not be installed: ${error instanceof Error ? error.message : String(error)}`,
    );
    return null;
  }
}

async function install(built: string): Promise<string> {
  await mkdir(FOLDER, { recursive: true, mode: 0o755 });
  const installed = join(FOLDER, basename(built));
  // A file that is in use cannot be written over, only replaced; and other stacks of this machine may do the same.
  const draft = `${installed}.${process.pid}`;
  await copyFile(built, draft);
  await chmod(draft, 0o755);
  await rename(draft, installed);
  return installed;
}
