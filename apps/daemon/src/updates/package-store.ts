import { createHash } from 'node:crypto';
import { chmod, mkdir, open, readdir, rename, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { ReleaseManifest } from '@comet/admission';
import { download } from '../platform/control-plane/download.ts';

/** Milliseconds for a package on a slow line. */
const patience = 30 * 60_000;

type Wanted = Pick<ReleaseManifest, 'file' | 'bytes' | 'sha256'>;

/** The folder that keeps the one package that is to be installed. It is root's: what was verified in it is what is installed. */
export interface PackageStore {
  pathOf(wanted: Wanted): string;
  /** Whether the package is here; nothing has its name that was not verified first. */
  holds(wanted: Wanted): Promise<boolean>;
  /** Fetches the package and gives it its name if it is the one that was signed; false if it is another. Throws where it does not come. */
  fetch(from: URL, wanted: Wanted): Promise<boolean>;
  /** Removes what is not the package that is wanted, the remains of a fetch that was cut off included. */
  keepOnly(wanted: Wanted | null): Promise<void>;
}

export function packageStore(folder: string): PackageStore {
  const pathOf = ({ file }: Wanted) => join(folder, file);

  async function write(from: URL, draft: string, { bytes, sha256 }: Wanted): Promise<boolean> {
    const hash = createHash('sha256');
    const file = await open(draft, 'wx', 0o644);
    try {
      await file.chmod(0o644);
      await download(from, { longest: bytes, patience }, async (piece) => {
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
    holds: (wanted) =>
      stat(pathOf(wanted)).then(
        ({ size }) => size === wanted.bytes,
        () => false,
      ),
    async fetch(from, wanted) {
      await mkdir(folder, { recursive: true });
      // The service's own mask would keep folder and file from apt's user, who reads them.
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
