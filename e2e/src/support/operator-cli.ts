import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { runningStack } from './running-stack.ts';

const program = join(import.meta.dirname, '../../../apps/api/src/main.ts');

/** Runs a `comet-ops` command with the environment of the API process, as on the server. Returns its output. */
export async function cometOps(...args: readonly string[]): Promise<string> {
  const environment = readFileSync(`/proc/${runningStack().pids['api']}/environ`, 'utf8').split('\0');
  const env = Object.fromEntries(
    environment.map((pair) => [pair.slice(0, pair.indexOf('=')), pair.slice(pair.indexOf('=') + 1)]),
  );
  const { stdout } = await promisify(execFile)(process.execPath, [program, ...args], { env });
  return stdout.trim();
}
