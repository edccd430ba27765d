import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { Refusal } from '../refusal.ts';

/** Returns the path of the only version of this package in the folder. Throws a Refusal without one, or with several. */
export async function debIn(folder: string, name: string): Promise<string> {
  const files = await readdir(folder).catch((): string[] => []);
  const [file, ...more] = files.filter((one) => one.startsWith(`${name}_`) && one.endsWith('.deb'));
  if (file === undefined) throw new Refusal(`${folder} has no ${name}_….deb: run npm run package first.`);
  if (more.length > 0) throw new Refusal(`${folder} has several versions of ${name}: leave one.`);
  return join(folder, file);
}
