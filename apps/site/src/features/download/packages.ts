import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { CLIENT_PACKAGE } from '@comet/foundation/web-pages';

const packageName = new RegExp(`^${CLIENT_PACKAGE}$`);

/** A package that the site offers. */
export interface PackageFile {
  readonly name: string;
  readonly bytes: number;
  /** Lower-case hex. */
  readonly sha256: string;
}

/** The client's Debian packages in PACKAGES_DIR; none if it is not set. Offered files must be served under /download/. */
export async function packagesOf(folder: string | undefined): Promise<readonly PackageFile[]> {
  if (folder === undefined || folder === '') return [];
  const names = (await readdir(folder)).filter((name) => packageName.test(name)).toSorted();
  return Promise.all(
    names.map(async (name) => {
      const content = await readFile(join(folder, name));
      return { name, bytes: content.length, sha256: createHash('sha256').update(content).digest('hex') };
    }),
  );
}

/** The same in the format of `sha256sum --check`. */
export const sumsOf = (packages: readonly PackageFile[]): string =>
  packages.map(({ name, sha256 }) => `${sha256}  ${name}\n`).join('');

/** Whether the pages offer the app: the site is built with a folder that contains a package. */
export const isAppPublished = (await packagesOf(process.env['PACKAGES_DIR'])).length > 0;
