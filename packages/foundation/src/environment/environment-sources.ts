import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseEnv } from 'node:util';
import { type EnvironmentSchema, secretNames } from './environment.ts';
import { err, ok, type Result } from '../result.ts';

type Variables = Readonly<Record<string, string | undefined>>;

/**
 * Returns the variables of a program from all sources, the first that has one: the environment; for secrets the file in `NAME_FILE`, then
 * the file `NAME` in `$CREDENTIALS_DIRECTORY` (systemd.exec(5), credentials); the file in `COMET_CONFIG`, with a line `NAME=VALUE` for each
 * variable. Otherwise one sentence for each file that cannot be read.
 */
export function readSources(schema: EnvironmentSchema, env: Variables): Result<Variables, readonly string[]> {
  const faults: string[] = [];
  const read = (name: string, path: string): string => {
    try {
      return readFileSync(path, 'utf8');
    } catch (error) {
      faults.push(`${name} names ${path}, which cannot be read (${codeOf(error)}).`);
      return '';
    }
  };
  const config = env['COMET_CONFIG'] ? parseEnv(read('COMET_CONFIG', env['COMET_CONFIG'])) : {};
  const found: Record<string, string | undefined> = { ...config, ...withoutEmpty(env) };
  for (const name of secretNames(schema)) {
    const file = `${name}_FILE`;
    for (const source of [env, config])
      if (source[name] && source[file]) faults.push(`${name} and ${file} are both set: set one of them.`);
    if (env[name]) continue;
    const path = env[file] || config[file];
    const secret = path ? read(file, path) : credential(env['CREDENTIALS_DIRECTORY'], name);
    if (secret !== null) found[name] = secret.replace(/\r?\n$/, '');
  }
  return faults.length === 0 ? ok(found) : err(faults);
}

/** An empty variable counts as absent. */
const withoutEmpty = (env: Variables): Variables =>
  Object.fromEntries(Object.entries(env).filter(([, value]) => value !== ''));

/** Returns the content of a systemd credential; null if the unit has none of this name. */
function credential(folder: string | undefined, name: string): string | null {
  if (!folder) return null;
  try {
    return readFileSync(join(folder, name), 'utf8');
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return null;
    throw error;
  }
}

const codeOf = (error: unknown): string =>
  error instanceof Error && 'code' in error ? String(error.code) : String(error);
