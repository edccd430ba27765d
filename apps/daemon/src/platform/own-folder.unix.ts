import { chmodSync, lstatSync, mkdirSync } from 'node:fs';

/** Makes a folder that only we may enter, without waiting for a turn: a start would. Rejects when it is a link or somebody else's. */
export async function ownFolderOnUnix(path: string): Promise<void> {
  mkdirSync(path, { recursive: true, mode: 0o700 });
  const folder = lstatSync(path);
  if (!folder.isDirectory() || folder.uid !== process.getuid?.())
    throw new Error(`${path} (COMET_STATE_DIR) must be a folder of the user that the daemon runs as`);
  chmodSync(path, 0o700);
}

export const isRoot = (): Promise<boolean> => Promise.resolve(process.getuid?.() === 0);
