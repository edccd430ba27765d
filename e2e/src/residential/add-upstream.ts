import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { Lab } from '@comet/lab';
import { runningStack, stateFolder } from '../support/running-stack.ts';

/** An upstream proxy on the lab's internet, added by the operator. */
export interface Upstream {
  /** Source address of its connections. */
  readonly ipv4: string;
  end(): Promise<void>;
}

const port = 3_128;

/** Starts an upstream proxy and adds it. `country` is upper case. */
export async function addUpstream(lab: Lab, country: string): Promise<Upstream> {
  const ipv4 = '203.0.113.96';
  const { uplink } = lab.hosts.inet;
  await lab.exec('inet', ['ip', 'address', 'replace', `${ipv4}/32`, 'dev', uplink]);
  const password = randomBytes(9).toString('base64url');
  const program = [process.execPath, join(import.meta.dirname, 'provider-proxy.ts')];
  const child = lab.spawn('inet', [...program, ipv4, String(port), password], { stdio: 'ignore' });
  const ended = new Promise<void>((resolve) => child.once('close', () => resolve()));
  const file = join(stateFolder(), 'providers-password');
  await writeFile(file, password, { mode: 0o600 });
  const template = 'comet-{country}-{session}';
  const output = await runCometOps(
    ...['upstreams', 'add', 'http', ipv4, String(port)],
    ...['--user', template, '--password-file', file, '--countries', country],
  );
  await rm(file);
  const id = /[0-9a-f-]{36}/.exec(output)?.[0] ?? '';
  return {
    ipv4,
    async end() {
      await runCometOps('upstreams', 'remove', id);
      child.kill('SIGTERM');
      await ended;
    },
  };
}

/** Runs `comet-ops` with the environment of the API, like an operator. */
async function runCometOps(...args: readonly string[]): Promise<string> {
  const { api: pid } = runningStack().pids;
  const lines = (await readFile(`/proc/${pid}/environ`, 'utf8')).split('\0').filter((line) => line !== '');
  const env = Object.fromEntries(lines.map((line) => line.split(/=(.*)/s).slice(0, 2)));
  const program = join(import.meta.dirname, '../../../apps/api/src/main.ts');
  const { stdout } = await promisify(execFile)(process.execPath, [program, ...args], { env });
  return stdout;
}
