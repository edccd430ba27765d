import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { parseArgs, promisify } from 'node:util';
import {
  ARCHITECTURES,
  type Architecture,
  architectureNamed,
  thisArchitecture,
} from '../toolchain/architecture.ts';
import { findCommand, installMissingPackages } from '../toolchain/debian-packages.ts';
import { thisRelease } from '../toolchain/debian-sources.ts';
import { sourceDate } from '../packages/source-date.ts';
import { errorText, UserError } from '../user-error.ts';
import { inRepository } from '../repository.ts';
import { debIn } from './deb-in.ts';
import { configArguments, IMAGES, type ImageDescription } from './descriptions.ts';
import { readInRoot, writeImageRoot } from './image-root.ts';
import { imageSbom } from './image-sbom.ts';

const execute = promisify(execFile);

/** Programs that build images, and their Debian packages. */
const IMAGE_COMMANDS = { mmdebstrap: 'mmdebstrap', buildah: 'buildah' } as const;

const FORM =
  'npm run images takes --packages DIR (default deploy/dist), --out DIR (default the same), --arch amd64 or arm64, and names of images.';

/**
 * Builds OCI images from the packages, without a registry, and writes each into an archive (podman load), with its bill of materials beside
 * it.
 */
async function main(words: readonly string[]): Promise<void> {
  const { packages, out, images, architecture } = readOptions(words);
  if (process.getuid?.() !== 0)
    throw new UserError('npm run images needs root, for the file systems of the images.');
  const missing = await installMissingPackages(IMAGE_COMMANDS, console.log);
  if (missing !== null) throw new UserError(missing);
  if (architecture !== thisArchitecture) await requireEmulation(architecture);
  await mkdir(out, { recursive: true });
  const date = await sourceDate();
  const { codename: release } = await thisRelease();
  const { version } = JSON.parse(await readFile(inRepository('package.json'), 'utf8')) as { version: string };
  for (const image of images) {
    const deb = image.package === null ? null : await debIn(packages, image.package, architecture);
    const archive = await buildImage(image, { deb, release, date, out, version, architecture });
    console.log(`${archive}  ${((await stat(archive)).size / 1e6).toFixed(1)} MB`);
  }
}

function readOptions(words: readonly string[]) {
  const text = { type: 'string' } as const;
  let given: { values: { packages?: string; out?: string; arch?: string }; positionals: string[] };
  try {
    given = parseArgs({
      args: [...words],
      options: { packages: text, out: text, arch: text },
      allowPositionals: true,
    });
  } catch {
    throw new UserError(FORM);
  }
  const packages = resolve(given.values.packages ?? inRepository('deploy/dist'));
  const images = given.positionals.length === 0 ? IMAGES : given.positionals.map(imageNamed);
  const { out = packages, arch } = given.values;
  const architecture = arch === undefined ? thisArchitecture : architectureNamed(arch);
  if (architecture === null) throw new UserError(FORM);
  return { packages, out: resolve(out), images, architecture };
}

/** The packages' scripts run under QEMU, which the kernel starts for programs of another architecture (binfmt_misc). */
async function requireEmulation(architecture: Architecture): Promise<void> {
  const missing = await installMissingPackages({ 'arch-test': 'arch-test' }, console.log);
  if (missing !== null) throw new UserError(missing);
  const { gnu, debian } = ARCHITECTURES[architecture];
  const handler = `/proc/sys/fs/binfmt_misc/qemu-${gnu.replace(/-.*/, '')}`;
  // Opened before the chroot (flag F), since the image has no QEMU.
  if (/^flags: .*F/m.test(await readFile(handler, 'utf8').catch(() => ''))) return;
  throw new UserError(
    `Images for ${debian} need qemu-user-static and binfmt-support: ${handler} is missing.`,
  );
}

function imageNamed(name: string): ImageDescription {
  const image = IMAGES.find((one) => one.name === name);
  if (image !== undefined) return image;
  throw new UserError(`There is no image ${name}: choose from ${IMAGES.map((one) => one.name).join(', ')}.`);
}

interface BuildOptions {
  readonly deb: string | null;
  readonly release: string;
  /** Seconds; see `sourceDate`. */
  readonly date: number;
  readonly out: string;
  readonly version: string;
  readonly architecture: Architecture;
}

/** Returns the path of the archive: the OCI image layout in a tar file (github.com/opencontainers/image-spec). */
async function buildImage(
  image: ImageDescription,
  { deb, release, date, out, version, architecture }: BuildOptions,
): Promise<string> {
  const draft = await mkdtemp(join(tmpdir(), 'comet-image-'));
  const buildah = storageOf(draft);
  try {
    const root = join(draft, 'root.tar');
    await writeImageRoot(root, { release, image, deb, date, architecture });
    const { name } = image;
    const status = await readInRoot(root, 'var/lib/dpkg/status');
    const own =
      image.package === null ? null : await readInRoot(root, `usr/share/doc/${image.package}/sbom.spdx.json`);
    await writeFile(join(out, `${name}.spdx.json`), imageSbom({ name, version, status, own, date }));
    const container = await buildah('from', 'scratch');
    await buildah('add', container, root, '/');
    const platform = ['--os', 'linux', '--arch', ARCHITECTURES[architecture].debian];
    await buildah('config', ...platform, ...configArguments(image, version), container);
    const archive = join(out, `${image.name}.oci.tar`);
    await rm(archive, { force: true });
    await buildah(
      'commit',
      '--quiet',
      '--disable-compression=false',
      '--timestamp',
      String(date),
      container,
      `oci-archive:${archive}:${image.name}`,
    );
    return archive;
  } finally {
    await buildah('rm', '--all').catch(() => undefined);
    await rm(draft, { recursive: true, force: true });
  }
}

/** buildah with its own storage, so that nothing of this machine's is used or changed. Returns its standard output. */
function storageOf(folder: string) {
  const storage = [
    '--root',
    join(folder, 'graph'),
    '--runroot',
    join(folder, 'run'),
    '--storage-driver',
    'vfs',
  ];
  return async (command: string, ...args: readonly string[]): Promise<string> => {
    const { stdout } = await execute(findCommand('buildah') ?? 'buildah', [...storage, command, ...args]);
    return stdout.trim();
  };
}

try {
  await main(process.argv.slice(2));
} catch (error) {
  console.error(errorText(error));
  process.exitCode = 1;
}
