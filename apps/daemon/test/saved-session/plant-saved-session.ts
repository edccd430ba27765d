import { readFile, writeFile } from 'node:fs/promises';

type Part = Record<string, unknown>;

/** Writes a value of somebody's own into a file of JSON, at the place to which these names lead, and leaves the rest of it. */
export async function plant(file: string, way: readonly string[], value: unknown): Promise<void> {
  const left = JSON.parse(await readFile(file, 'utf8')) as Part;
  const within = way.slice(0, -1).reduce((part, name) => part[name] as Part, left);
  within[way.at(-1) ?? ''] = value;
  await writeFile(file, JSON.stringify(left));
}
