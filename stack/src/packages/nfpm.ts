import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { homedir } from 'node:os';
import { basename, join } from 'node:path';
import { parse } from 'yaml';
import { z } from 'zod';
import { runWithin } from '../checks/run-quietly.ts';
import { ARCHITECTURES, type Architecture } from '../toolchain/architecture.ts';
import { runGo } from '../toolchain/go.ts';
import { UserError } from '../user-error.ts';
import { inRepository } from '../repository.ts';
import { OPTIONAL_PARTS } from './parts.ts';
import { sourceDate } from './source-date.ts';

/** The newest version whose modules are all on Go's module proxy (decision 11). */
const VERSION = 'v2.45.2';
/** Revision of the build of this version; increase it when the build changes. */
const BUILD = 1;

/** All packages, by their folders in deploy/packages. */
export const PACKAGES = ['comet', 'comet-gateway', 'comet-control'] as const;

/** Maximum seconds to write one package. */
const MAX_SECONDS = 600;

/** The used fields of a package's description (nfpm.goreleaser.com/configuration); the rest is passed on. */
const description = z.looseObject({
  deb: z.looseObject({}),
  rpm: z.looseObject({}),
  contents: z.array(z.looseObject({ src: z.optional(z.string()), dst: z.string() })),
});
export type Description = z.infer<typeof description>;

/** Reads deploy/packages/NAME/nfpm.yaml. Throws if it is invalid. */
export async function readDescription(name: string): Promise<Description> {
  return description.parse(parse(await readFile(inRepository(`deploy/packages/${name}/nfpm.yaml`), 'utf8')));
}

/** A package that has been written. */
interface WrittenPackage {
  readonly path: string;
  readonly bytes: number;
}

/**
 * Writes the Debian and the RPM package of this name into the folder `out`. Throws a UserError with the missing files and writes nothing.
 * `quick` compresses in seconds, a quarter larger.
 */
export async function writePackages(
  name: string,
  version: string,
  out: string,
  { quick, architecture }: { readonly quick: boolean; readonly architecture: Architecture },
): Promise<readonly WrittenPackage[]> {
  const nfpm = await findNfpm(console.log);
  const { contents, ...rest } = await readDescription(name);
  const given = contents.filter(
    ({ src }) => src === undefined || !src.startsWith(OPTIONAL_PARTS) || existsSync(inRepository(src)),
  );
  const compression = quick ? 'fastest' : 'best';
  const config = {
    ...rest,
    contents: given,
    deb: { ...rest.deb, compression: `zstd:${compression}` },
    rpm: { ...rest.rpm, compression: `zstd:${compression}` },
  };
  await mkdir(out, { recursive: true });
  const draft = await mkdtemp(join(out, '.draft-'));
  try {
    const file = join(draft, 'nfpm.json');
    await writeFile(file, JSON.stringify(config));
    const written: string[] = [];
    for (const packager of ['deb', 'rpm'])
      written.push(
        await writeOne(nfpm, ['--config', file, '--packager', packager], version, draft, architecture),
      );
    return await Promise.all(
      written.map(async (from) => {
        const path = join(out, basename(from));
        await rename(from, path);
        return { path, bytes: (await stat(path)).size };
      }),
    );
  } finally {
    await rm(draft, { recursive: true, force: true });
  }
}

/** Returns the path of nfpm in the user's cache, and builds it there with Go if necessary. */
async function findNfpm(print: (line: string) => void): Promise<string> {
  const folder = join(homedir(), '.cache', 'comet', `nfpm-${VERSION}-${BUILD}`);
  const path = join(folder, 'nfpm');
  if (existsSync(path)) return path;
  print(`Building nfpm ${VERSION} …`);
  const source = `github.com/goreleaser/nfpm/v2/cmd/nfpm@${VERSION}`;
  try {
    await runGo(['install', '-trimpath', source], print, { GOBIN: folder });
  } catch (error) {
    throw new UserError(`nfpm, which writes the packages, could not be built: ${messageOf(error)}`);
  }
  return path;
}

const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));

async function writeOne(
  nfpm: string,
  args: readonly string[],
  version: string,
  folder: string,
  architecture: Architecture,
): Promise<string> {
  // Sources are relative to the repository's root.
  const command = ['env', '-C', inRepository('.'), nfpm, 'package', ...args, '--target', `${folder}/`];
  const env = {
    VERSION: version,
    ARCH: ARCHITECTURES[architecture].debian,
    SOURCE_DATE_EPOCH: String(await sourceDate()),
  };
  const { code, output } = await runWithin(MAX_SECONDS, command, env);
  const path = /created package: (.+)$/m.exec(output)?.[1];
  if (code !== 0 || path === undefined)
    throw new UserError(`The package could not be written:\n${output.trimEnd()}`);
  return path;
}
