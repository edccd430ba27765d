import { execFile } from 'node:child_process';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';

const execute = promisify(execFile);

/** Bytes of a disk sector. */
export const sector = 512;

/** GRUB's modules that read a partition and start Linux. */
const modules = [
  ...['part_gpt', 'ext2', 'search', 'search_label', 'normal', 'configfile', 'linux', 'boot'],
  ...['serial', 'terminal', 'echo', 'test', 'ls'],
];

/** Offsets of GRUB's boot.img and diskboot.img (grub-core/boot/i386/pc/boot.S and diskboot.S, include/grub/i386/pc/boot.h). */
const bootCode = { size: 440, driveCheck: 0x66, coreSector: 0x5c } as const;
const blockList = { start: sector - 12, length: sector - 4 } as const;
const noOperations = 0x9090;

/** Writes GRUB for machines with UEFI, which looks for its settings on the partition `label`. */
export async function writeUefiGrub(file: string, folder: string, label: string): Promise<void> {
  await makeGrub('x86_64-efi', file, folder, label, ['efi_gop']);
}

/**
 * Returns GRUB for machines with a BIOS, as grub-bios-setup would install it: the code of the disk's first sector, without the partition
 * table, and the image that starts at the sector `coreSector`.
 */
export async function biosGrub(folder: string, label: string, coreSector: number) {
  const file = join(folder, 'core.img');
  await makeGrub('i386-pc', file, folder, label, ['biosdisk']);
  const [code, core] = await Promise.all([readFile('/usr/lib/grub/i386-pc/boot.img'), readFile(file)]);
  code.writeBigUInt64LE(BigInt(coreSector), bootCode.coreSector);
  code.writeUInt16LE(noOperations, bootCode.driveCheck);
  core.writeBigUInt64LE(BigInt(coreSector + 1), blockList.start);
  core.writeUInt16LE(Math.ceil(core.length / sector) - 1, blockList.length);
  return { code: code.subarray(0, bootCode.size), core };
}

async function makeGrub(
  format: 'x86_64-efi' | 'i386-pc',
  file: string,
  folder: string,
  label: string,
  more: readonly string[],
): Promise<void> {
  const settings = join(folder, 'early.cfg');
  await writeFile(settings, `search --no-floppy --label ${label} --set=root\nset prefix=($root)/boot/grub\n`);
  await execute('grub-mkimage', [
    ...[`--format=${format}`, `--output=${file}`, `--config=${settings}`, '--prefix=/boot/grub'],
    ...[...modules, ...more],
  ]);
}
