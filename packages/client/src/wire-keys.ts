import { snakeCase } from '@comet/contract';

type Json = unknown;

/** Renames the keys of every plain object in a JSON value; texts, numbers and arrays keep their form. */
function renameKeys(value: Json, rename: (key: string) => string): Json {
  if (Array.isArray(value)) return value.map((item: Json) => renameKeys(item, rename));
  if (value === null || typeof value !== 'object') return value;
  const renamed: Record<string, Json> = {};
  for (const [key, item] of Object.entries(value)) renamed[rename(key)] = renameKeys(item, rename);
  return renamed;
}

const camelKey = (key: string): string =>
  key.replace(/_([a-z0-9])/g, (_, letter: string) => letter.toUpperCase());

/** camelCase in code → snake_case on the wire. */
export const toWire = (value: Json): Json => renameKeys(value, snakeCase);

/** snake_case on the wire → camelCase in code. */
export const fromWire = (value: Json): Json => renameKeys(value, camelKey);
