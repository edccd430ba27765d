import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, readFile, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { parseArgs, promisify } from 'node:util';
import { thisArchitecture } from '../toolchain/architecture.ts';
import { DISK_COMMANDS, installMissingPackages } from '../toolchain/debian-packages.ts';
import { sourceDate } from '../packages/source-date.ts';
import { errorText, UserError } from '../user-error.ts';
import { inRepository } from '../repository.ts';
import { debIn } from './deb-in.ts';
import { GATEWAY_DISK } from './descriptions.ts';
import { writeDisk } from './disk/write-disk.ts';
import { writeImageRoot } from './image-root.ts';

const execute = promisify(execFile);

const FORM = 'npm run image takes --packages DIR (default deploy/dist) and --out DIR (default the same).';

/** Size of the disk in MiB. */
const SIZE = 2048;

/** Debian 13. */
const RELEASE = 'trixie';

/** Builds the disk image of a gateway: Debian with cloud-init and the package `comet-gateway`, which enrols at its first boot. */
async function main(words: readonly string[]): Promise<void> {
  const { packages, out } = readOptions(words);
  if (process.getuid?.() !== 0)
    throw new UserError('npm run image needs root, for the file system of the image.');
  if (thisArchitecture !== 'x64') throw new UserError('npm run image builds for amd64, on amd64 only.');
  const missing = await installMissingPackages(DISK_COMMANDS, console.log);
  if (missing !== null) throw new UserError(missing);
  await mkdir(out, { recursive: true });
  const deb = await debIn(packages, 'comet-gateway', 'x64');
  const date = await sourceDate();
  const { version } = JSON.parse(await readFile(inRepository('package.json'), 'utf8')) as { version: string };
  const image = join(out, `comet-gateway_${version}_amd64.qcow2`);
  const draft = await mkdtemp(join(tmpdir(), 'comet-gateway-image-'));
  try {
    const archive = join(draft, 'root.tar');
    const root = join(draft, 'root');
    await mkdir(root);
    await writeImageRoot(archive, { release: RELEASE, image: GATEWAY_DISK, deb, architecture: 'x64', date });
    const attributes = ['--numeric-owner', '--xattrs', '--xattrs-include=*'];
    await execute('tar', ['--extract', `--file=${archive}`, `--directory=${root}`, ...attributes]);
    await rm(archive);
    const raw = join(draft, 'disk.raw');
    await writeDisk(raw, { root, draft, size: SIZE, date });
    await execute('qemu-img', ['convert', '-f', 'raw', '-O', 'qcow2', '-c', raw, image]);
  } finally {
    await rm(draft, { recursive: true, force: true });
  }
  console.log(`${image}  ${((await stat(image)).size / 1e6).toFixed(1)} MB`);
}

function readOptions(words: readonly string[]): { readonly packages: string; readonly out: string } {
  const text = { type: 'string' } as const;
  try {
    const { values } = parseArgs({ args: [...words], options: { packages: text, out: text } });
    const packages = resolve(values.packages ?? inRepository('deploy/dist'));
    return { packages, out: resolve(values.out ?? packages) };
  } catch {
    throw new UserError(FORM);
  }
}

try {
  await main(process.argv.slice(2));
} catch (error) {
  console.error(errorText(error));
  process.exitCode = 1;
}
