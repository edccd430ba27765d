import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { readdir, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { debianRoot } from '@comet/e2e';

const execute = promisify(execFile);

/** Size of the disk. It is sparse. */
const SIZE = '6G';

/** A disk with Debian, and its kernel, which QEMU loads itself: the machine needs no boot loader. */
export interface MachineDisk {
  /** Path of an ext4 file system, never written to. */
  readonly disk: string;
  readonly kernel: string;
  readonly initrd: string;
}

/** Returns the disk of this machine's Debian release, or of `DEBIAN_RELEASE`, with Debian's kernel; created monthly in the user's cache. */
export async function machineDisk(): Promise<MachineDisk> {
  const root = await debianRoot('machine');
  const disk = `${root}.ext4`;
  if (!existsSync(disk)) {
    const draft = `${disk}.${process.pid}`;
    try {
      await execute('mkfs.ext4', ['-q', '-L', 'root', '-d', root, draft, SIZE]);
      await rename(draft, disk);
    } finally {
      await rm(draft, { force: true });
    }
  }
  const boot = join(root, 'boot');
  const files = await readdir(boot);
  const fileOf = (prefix: string): string => {
    const name = files.find((one) => one.startsWith(prefix));
    if (name === undefined) throw new Error(`${boot} has no ${prefix}`);
    return join(boot, name);
  };
  return { disk, kernel: fileOf('vmlinuz-'), initrd: fileOf('initrd.img-') };
}
