import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { ARCHITECTURES, type Architecture } from '../toolchain/architecture.ts';
import { UserError } from '../user-error.ts';

/**
 * Returns the path of the only version of this package for an architecture in the folder. Throws a UserError without one, or with several.
 */
export async function debIn(folder: string, name: string, architecture: Architecture): Promise<string> {
  const end = `_${ARCHITECTURES[architecture].debian}.deb`;
  const files = await readdir(folder).catch((): string[] => []);
  const [file, ...more] = files.filter((one) => one.startsWith(`${name}_`) && one.endsWith(end));
  if (file === undefined) throw new UserError(`${folder} has no ${name}_…${end}: run npm run package first.`);
  if (more.length > 0) throw new UserError(`${folder} has several versions of ${name}: leave one.`);
  return join(folder, file);
}
