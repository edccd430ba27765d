import { execFile } from 'node:child_process';
import { basename } from 'node:path';
import { promisify } from 'node:util';
import { ARCHITECTURES, type Architecture } from '../toolchain/architecture.ts';
import { debianSources } from '../toolchain/debian-sources.ts';
import { inRepository } from '../repository.ts';
import type { ImageDescription, RootDescription } from './descriptions.ts';

const execute = promisify(execFile);

interface RootOptions {
  /** Codename of the Debian release, such as `bookworm`. */
  readonly release: string;
  readonly image: ImageDescription | RootDescription;
  /** Path of a Debian package of ours; null for none. Its dependencies are installed too. */
  readonly deb: string | null;
  readonly architecture: Architecture;
  /** Seconds: the time of every file. */
  readonly date: number;
}

/** Files that differ between builds or are of no use in an image. */
const REMOVED = [
  ...['/var/log/*', '/var/cache/*', '/var/lib/apt/lists/*', '/var/lib/systemd/deb-systemd-helper*'],
  ...['/etc/machine-id', '/etc/ssl/private/ssl-cert-snakeoil.key', '/etc/ssl/certs/ssl-cert-snakeoil.pem'],
  // An example with a random password.
  '/etc/shadowsocks-libev/config.json',
];

/** Writes the file system of an image as a tar archive. It is the same for the same packages and date. */
export async function writeImageRoot(
  archive: string,
  { release, image, deb, date, architecture }: RootOptions,
): Promise<void> {
  const { packages, programs = {}, folders = {}, files = {}, finish = [] } = image;
  const included = [...packages, ...(deb === null ? [] : await dependenciesOf(deb))];
  const install =
    deb === null
      ? []
      : [
          `copy-in ${deb} /tmp`,
          `chroot "$1" dpkg --install /tmp/${basename(deb)}`,
          `rm "$1/tmp/${basename(deb)}"`,
        ];
  const copy = (mode: number, [to, from]: readonly [string, string]): string =>
    `install -D --mode=${mode} ${inRepository(`deploy/images/${from}`)} "$1${to}"`;
  const copied = [
    ...Object.entries(programs).map((program) => copy(755, program)),
    ...Object.entries(files).map((file) => copy(644, file)),
  ];
  const owner = String(('config' in image ? image.config['user'] : undefined) ?? 'root');
  const owned = Object.entries(folders).map(
    ([path, mode]) =>
      `chroot "$1" install --directory --owner=${owner} --group=${owner} --mode=${mode} ${path}`,
  );
  const cleaned = `cd "$1" && rm -rf ${REMOVED.map((path) => path.slice(1)).join(' ')}`;
  await execute(
    'mmdebstrap',
    [
      ...[
        '--mode=root',
        '--variant=minbase',
        '--format=tar',
        `--architectures=${ARCHITECTURES[architecture].debian}`,
        '--aptopt=Apt::Install-Recommends "false"',
      ],
      ...['doc', 'man', 'locale', 'info'].map((kind) => `--dpkgopt=path-exclude=/usr/share/${kind}/*`),
      ...['/usr/share/doc/*/copyright', '/usr/share/doc/comet*'].map(
        (kept) => `--dpkgopt=path-include=${kept}`,
      ),
      `--include=${included.join(',')}`,
      ...[...install, ...copied, ...owned, cleaned, ...finish].map(
        (command) => `--customize-hook=${command}`,
      ),
      ...[release, archive, ...(await debianSources(release))],
    ],
    { env: { ...process.env, SOURCE_DATE_EPOCH: String(date) }, maxBuffer: 100_000_000 },
  );
}

/** Returns the text of a file in such an archive. */
export async function readInRoot(archive: string, path: string): Promise<string> {
  const { stdout } = await execute('tar', ['--extract', '--to-stdout', `--file=${archive}`, `./${path}`], {
    maxBuffer: 100_000_000,
  });
  return stdout;
}

/** Returns the names of the packages that a package depends on; of alternatives the last, which needs no systemd. */
async function dependenciesOf(deb: string): Promise<readonly string[]> {
  const { stdout } = await execute('dpkg-deb', ['--show', '--showformat=${Pre-Depends},${Depends}', deb]);
  return stdout.split(',').flatMap((clause) => {
    const name =
      clause
        .split('|')
        .at(-1)
        ?.replace(/\(.*\)/, '')
        .trim() ?? '';
    return name === '' ? [] : [name];
  });
}
