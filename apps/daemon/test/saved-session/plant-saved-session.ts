import { readFile, writeFile } from 'node:fs/promises';

type JsonObject = Record<string, unknown>;

/** Writes an attacker's value into a JSON file at this path, and keeps the rest. */
export async function plant(file: string, path: readonly string[], value: unknown): Promise<void> {
  const left = JSON.parse(await readFile(file, 'utf8')) as JsonObject;
  const within = path.slice(0, -1).reduce((part, name) => part[name] as JsonObject, left);
  within[path.at(-1) ?? ''] = value;
  await writeFile(file, JSON.stringify(left));
}
