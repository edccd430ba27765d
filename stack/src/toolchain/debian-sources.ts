import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { promisify } from 'node:util';

const execute = promisify(execFile);

/** Fields of os-release(5). */
export interface Release {
  /** `debian` or `ubuntu`. */
  readonly id: string;
  /** Such as `bookworm`. */
  readonly codename: string;
}

/** Returns this machine's release. */
export async function thisRelease(): Promise<Release> {
  const text = await readFile('/etc/os-release', 'utf8');
  const field = (name: string): string => new RegExp(`^${name}="?([^"\\n]*)"?$`, 'm').exec(text)?.[1] ?? '';
  return { id: field('ID'), codename: field('VERSION_CODENAME') };
}

/**
 * Returns lines of sources.list(5) for mmdebstrap(1): this machine's own sources with the release named `codename` in place of its own;
 * other vendors' are left out. Throws if there are none.
 */
export async function debianSources(codename: string): Promise<readonly string[]> {
  const own = await thisRelease();
  const format = '$(REPO_URI) $(RELEASE) $(COMPONENT) $(ORIGIN)';
  const listed = async () =>
    (await execute('apt-get', ['indextargets', '--format', format, 'Created-By: Packages'])).stdout;
  let lines = await listed();
  if (lines === '') {
    // Package lists may be missing.
    await execute('apt-get', ['update']);
    lines = await listed();
  }
  const sources = lines.split('\n').flatMap((line) => {
    const [uri = '', suite = '', component = '', origin = ''] = line.split(' ');
    const isOwn = origin.toLowerCase() === own.id;
    return isOwn ? [`deb ${uri} ${suite.replace(own.codename, codename)} ${component}`] : [];
  });
  if (sources.length === 0) throw new Error(`apt has no source of ${own.id}`);
  return sources;
}
