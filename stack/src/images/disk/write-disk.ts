import { execFile } from 'node:child_process';
import { mkdir, open, utimes } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { biosGrub, sector, writeUefiGrub } from './boot-loader.ts';

const execute = promisify(execFile);

/** Label of the root file system; deploy/images/gateway-disk/grub.cfg and fstab name it. */
const rootLabel = 'comet-root';

/** Fixed identifiers, so that the same files make the same image. */
const ids = {
  disk: '6f2d1c0a-53c8-4a67-9b1e-3d0a7e5c4b21',
  bios: '6f2d1c0a-53c8-4a67-9b1e-3d0a7e5c4b22',
  efi: '6f2d1c0a-53c8-4a67-9b1e-3d0a7e5c4b23',
  root: '6f2d1c0a-53c8-4a67-9b1e-3d0a7e5c4b24',
  rootFileSystem: '6f2d1c0a-53c8-4a67-9b1e-3d0a7e5c4b25',
  efiVolume: '6F2D1C0A',
} as const;

/** Types of GPT partitions: GRUB's for a BIOS, UEFI's, and the Discoverable Partitions Specification's root for x86-64. */
const types = {
  bios: '21686148-6449-6E6F-744E-656564454649',
  efi: 'C12A7328-F81F-11D2-BA4B-00C93EC93B3B',
  root: '4F68BCE3-E8CD-4DB1-96E7-FBCAF984B709',
} as const;

const mebibyte = 1024 * 1024;
const toSectors = (mebibytes: number): number => (mebibytes * mebibyte) / sector;
const size = { bios: 1, efi: 64 } as const;
const start = { bios: 1, efi: 2, root: 2 + size.efi } as const;
/** Room for the copy of the partition table at the disk's end, in MiB. */
const tail = 1;

interface DiskOptions {
  /** Folder with the files of the root file system. */
  readonly root: string;
  /** Folder for drafts. */
  readonly draft: string;
  /** Size of the disk in MiB. A machine with a larger one grows the file system at its first boot. */
  readonly size: number;
  /** Seconds: the time of every file. */
  readonly date: number;
}

/**
 * Writes a raw disk image that boots by BIOS and by UEFI (without Secure Boot): a GPT with GRUB and one ext4 file system. It uses no loop
 * device. The file system is made by the mke2fs of `root`, since those before 1.47.1 do not honour the date.
 */
export async function writeDisk(file: string, options: DiskOptions): Promise<void> {
  const { root, draft, date } = options;
  const env = { ...process.env, SOURCE_DATE_EPOCH: String(date) };
  const disk = await open(file, 'wx');
  try {
    await disk.truncate(options.size * mebibyte);
    await writePartitionTable(file, options.size);
    const { code, core } = await biosGrub(draft, rootLabel, toSectors(start.bios));
    await disk.write(code, 0, code.length, 0);
    await disk.write(core, 0, core.length, start.bios * mebibyte);
    const efi = await writeEfiPartition(draft, date, env);
    await execute('dd', [
      ...[`if=${efi}`, `of=${file}`, 'bs=1M', `seek=${start.efi}`],
      ...['conv=notrunc,sparse', 'status=none'],
    ]);
    const libraries = join(root, 'usr/lib/x86_64-linux-gnu');
    await execute(
      join(root, 'usr/lib64/ld-linux-x86-64.so.2'),
      [
        ...['--library-path', libraries, join(root, 'usr/sbin/mke2fs'), '-q', '-t', 'ext4'],
        // GRUB 2.06 cannot read file systems with these.
        ...['-O', '^metadata_csum_seed,^orphan_file', '-L', rootLabel, '-U', ids.rootFileSystem],
        ...['-E', `offset=${start.root * mebibyte},hash_seed=${ids.rootFileSystem},lazy_itable_init=0`],
        ...['-d', root, file, `${options.size - start.root - tail}M`],
      ],
      { env },
    );
  } finally {
    await disk.close();
  }
}

async function writePartitionTable(file: string, mebibytes: number): Promise<void> {
  const partition = (name: 'bios' | 'efi' | 'root', length: number): string =>
    `start=${toSectors(start[name])}, size=${toSectors(length)}, type=${types[name]}, uuid=${ids[name]}`;
  const table = [
    ...['label: gpt', `label-id: ${ids.disk}`, 'unit: sectors'],
    ...[partition('bios', size.bios), partition('efi', size.efi)],
    partition('root', mebibytes - start.root - tail),
  ];
  const child = execute('sfdisk', ['--quiet', file]);
  child.child.stdin?.end(`${table.join('\n')}\n`);
  await child;
}

/** Returns the path of a FAT file system with GRUB at the place where UEFI looks on a disk without boot entries. */
async function writeEfiPartition(draft: string, date: number, env: NodeJS.ProcessEnv): Promise<string> {
  const [file, loader] = [join(draft, 'efi.img'), join(draft, 'EFI/BOOT/BOOTX64.EFI')];
  await mkdir(join(draft, 'EFI/BOOT'), { recursive: true });
  await writeUefiGrub(loader, draft, rootLabel);
  for (const path of [loader, join(draft, 'EFI/BOOT'), join(draft, 'EFI')]) await utimes(path, date, date);
  const blocks = String((size.efi * mebibyte) / 1024);
  await execute('mkfs.vfat', ['--invariant', '-i', ids.efiVolume, '-n', 'EFI', '-C', file, blocks], { env });
  await execute('mcopy', ['-s', '-m', '-i', file, join(draft, 'EFI'), '::'], { env });
  return file;
}
