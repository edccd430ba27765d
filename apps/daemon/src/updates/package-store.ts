import { createHash } from 'node:crypto';
import { chmod, mkdir, open, readdir, rename, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { ReleaseManifest } from '@comet/admission';
import type { OpenForRequest } from '../platform/admission/pinned-fetch.ts';
import { download } from '../platform/control-plane/download.ts';

/** Timeout in ms for a package on a slow connection. */
const timeout = 30 * 60_000;

type Wanted = Pick<ReleaseManifest, 'file' | 'bytes' | 'sha256'>;

/** The folder with the package to install. It belongs to root, so that the verified package is the one that is installed. */
export interface PackageStore {
  pathOf(wanted: Wanted): string;
  /** Whether the package is in the folder; only a verified file has its name. */
  hasPackage(wanted: Wanted): Promise<boolean>;
  /** Downloads the package and names it if it is the signed one; false if it is another. Throws if the download fails. */
  fetch(from: URL, wanted: Wanted): Promise<boolean>;
  /** Removes all other packages, including incomplete downloads. */
  keepOnly(wanted: Wanted | null): Promise<void>;
}

/** Returns the store in `folder`. A download takes 30 minutes at most. */
export function packageStore(folder: string, connect: OpenForRequest): PackageStore {
  const pathOf = ({ file }: Wanted) => join(folder, file);

  async function write(from: URL, draft: string, { bytes, sha256 }: Wanted): Promise<boolean> {
    const hash = createHash('sha256');
    const file = await open(draft, 'wx', 0o644);
    try {
      await file.chmod(0o644);
      await download(from, { maxBytes: bytes, timeout }, connect, async (piece) => {
        hash.update(piece);
        await file.writeFile(piece);
      });
      await file.sync();
    } finally {
      await file.close();
    }
    return hash.digest('hex') === sha256;
  }

  return {
    pathOf,
    hasPackage: (wanted) =>
      stat(pathOf(wanted)).then(
        ({ size }) => size === wanted.bytes,
        () => false,
      ),
    async fetch(from, wanted) {
      await mkdir(folder, { recursive: true });
      // The service's umask would deny apt's user access to the folder and the file.
      await chmod(folder, 0o755);
      const draft = `${pathOf(wanted)}.part`;
      await rm(draft, { force: true });
      let whole = false;
      try {
        whole = await write(from, draft, wanted);
        if (whole) await rename(draft, pathOf(wanted));
      } finally {
        if (!whole) await rm(draft, { force: true });
      }
      return whole;
    },
    async keepOnly(wanted) {
      const names = await readdir(folder).catch(() => []);
      const others = names.filter((name) => name !== wanted?.file);
      await Promise.all(others.map((name) => rm(join(folder, name), { recursive: true, force: true })));
    },
  };
}
