import {
  chmod,
  copyFile,
  mkdir,
  mkdtemp,
  readFile,
  rename,
  rm,
  stat,
  symlink,
  writeFile,
} from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { runQuietly } from '../checks/run-quietly.ts';
import { Refusal } from '../refusal.ts';
import { inRepository } from '../repository.ts';
import type { FindSource } from './built-files.ts';
import { type Built, writeControl } from './control.ts';
import { chooseFiles, type PackagedFile, readFileTable } from './file-table.ts';

const SCRIPTS = ['postinst', 'prerm', 'postrm'];

/** A package that has been written. */
export interface WrittenPackage {
  readonly path: string;
  readonly bytes: number;
  /** Paths of parts that had not been built. */
  readonly leftOut: readonly string[];
}

/**
 * Writes the Debian package that deploy/packages describes under this name into the folder `out`, with dpkg-deb and nothing else.
 * All in it is root's. `level` is zstd's, from 1. Throws where something that it needs is missing or not of the form, and where a part
 * has not been built, unless `allowMissing`: a gateway without its relay serves, and does less than it is believed to.
 */
export async function writePackage(
  name: string,
  find: FindSource,
  built: Omit<Built, 'kibibytes'>,
  out: string,
  { level, allowMissing }: { readonly level: number; readonly allowMissing: boolean },
): Promise<WrittenPackage> {
  const description = inRepository(`deploy/packages/${name}`);
  const table = readFileTable(await readFile(join(description, 'files'), 'utf8'));
  const files = chooseFiles(table, (source) => find(source) !== null);
  const leftOut = table
    .filter(({ need, path }) => need.kind === 'if-built' && !files.some((file) => file.path === path))
    .map(({ path }) => path);
  if (leftOut.length > 0 && !allowMissing)
    throw new Refusal(
      `${name} would lack ${leftOut.join(', ')}, which could not be built here. Install what builds it, or allow that with --allow-missing.`,
    );
  const stage = await mkdtemp(join(tmpdir(), 'comet-package-'));
  try {
    await chmod(stage, 0o755);
    const bytes = await placeAll(stage, files, find);
    const meta = join(stage, 'DEBIAN');
    await mkdir(meta, { mode: 0o755 });
    const template = await readFile(join(description, 'control'), 'utf8');
    const control = writeControl(template, { ...built, kibibytes: Math.ceil(bytes / 1024) });
    await writeFile(join(meta, 'control'), control);
    const settings = files.filter(({ path }) => path.startsWith('/etc/')).map(({ path }) => `${path}\n`);
    if (settings.length > 0) await writeFile(join(meta, 'conffiles'), settings.join(''));
    for (const script of SCRIPTS) await place(join(description, script), join(meta, script), 0o755);
    await mkdir(out, { recursive: true });
    const path = join(out, `${name}_${built.version}_${built.architecture}.deb`);
    const draft = `${path}.${process.pid}`;
    const { code, output } = await runQuietly([
      'dpkg-deb',
      '--root-owner-group',
      '-Zzstd',
      `-z${level}`,
      '--build',
      stage,
      draft,
    ]);
    if (code !== 0) throw new Refusal(`dpkg-deb could not build ${name}:\n${output.trimEnd()}`);
    await rename(draft, path);
    return { path, bytes: (await stat(path)).size, leftOut };
  } finally {
    await rm(stage, { recursive: true, force: true });
  }
}

/** Lays out the tree of the package; gives the bytes of its files. */
async function placeAll(stage: string, files: readonly PackagedFile[], find: FindSource): Promise<number> {
  let bytes = 0;
  for (const { path, mode, source } of files) {
    const target = join(stage, path);
    await mkdir(dirname(target), { recursive: true, mode: 0o755 });
    if (mode === null) await symlink(source, target);
    else {
      await place(find(source) ?? '', target, mode);
      bytes += (await stat(target)).size;
    }
  }
  return bytes;
}

async function place(from: string, to: string, mode: number): Promise<void> {
  await copyFile(from, to);
  await chmod(to, mode);
}
