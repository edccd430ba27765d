import { chmod, lstat, mkdir } from 'node:fs/promises';

/** Makes a folder that only we may enter. Rejects when it is a link or somebody else's. */
export async function ownFolderOnUnix(path: string): Promise<void> {
  await mkdir(path, { recursive: true, mode: 0o700 });
  const folder = await lstat(path);
  if (!folder.isDirectory() || folder.uid !== process.getuid?.())
    throw new Error(`${path} (COMET_STATE_DIR) must be a folder of the user that the daemon runs as`);
  await chmod(path, 0o700);
}

export const isRoot = (): Promise<boolean> => Promise.resolve(process.getuid?.() === 0);
