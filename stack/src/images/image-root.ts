import { execFile } from 'node:child_process';
import { basename } from 'node:path';
import { promisify } from 'node:util';
import { debianSources } from '../machine/debian-sources.ts';

const execute = promisify(execFile);

interface RootOptions {
  /** Codename of the Debian release, such as `bookworm`. */
  readonly release: string;
  /** Debian packages. */
  readonly packages: readonly string[];
  /** Path of a Debian package of ours; null for none. Its dependencies are installed too. */
  readonly deb: string | null;
  /** Programs that are copied into the image: target path by source path. */
  readonly programs: ReadonlyMap<string, string>;
  /** Seconds: the time of every file. */
  readonly date: number;
}

/** Files that differ between builds or are of no use in an image. */
const REMOVED = [
  ...['/var/log/*', '/var/cache/*', '/var/lib/apt/lists/*', '/var/lib/systemd/deb-systemd-helper*'],
  ...['/etc/machine-id', '/etc/ssl/private/ssl-cert-snakeoil.key', '/etc/ssl/certs/ssl-cert-snakeoil.pem'],
];

/** Writes the file system of an image as a tar archive. It is the same for the same packages and date. */
export async function writeImageRoot(
  archive: string,
  { release, packages, deb, programs, date }: RootOptions,
): Promise<void> {
  const included = [...packages, ...(deb === null ? [] : await dependenciesOf(deb))];
  const install =
    deb === null
      ? []
      : [
          `copy-in ${deb} /tmp`,
          `chroot "$1" dpkg --install /tmp/${basename(deb)}`,
          `rm "$1/tmp/${basename(deb)}"`,
        ];
  const copied = [...programs].map(([from, to]) => `install -D --mode=755 ${from} "$1${to}"`);
  const cleaned = `cd "$1" && rm -rf ${REMOVED.map((path) => path.slice(1)).join(' ')}`;
  await execute(
    'mmdebstrap',
    [
      ...['--mode=root', '--variant=minbase', '--format=tar', '--aptopt=Apt::Install-Recommends "false"'],
      ...['doc', 'man', 'locale', 'info'].map((kind) => `--dpkgopt=path-exclude=/usr/share/${kind}/*`),
      ...['/usr/share/doc/*/copyright', '/usr/share/doc/comet*'].map(
        (kept) => `--dpkgopt=path-include=${kept}`,
      ),
      `--include=${included.join(',')}`,
      ...[...install, ...copied, cleaned].map((command) => `--customize-hook=${command}`),
      ...[release, archive, ...(await debianSources(release))],
    ],
    { env: { ...process.env, SOURCE_DATE_EPOCH: String(date) }, maxBuffer: 100_000_000 },
  );
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
