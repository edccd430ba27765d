import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, openSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { environment, inNamespace } from './command.ts';
import type { LabHost } from './lab.ts';
import type { ServersConfiguration } from './servers/configuration.ts';

const program = fileURLToPath(new URL('./servers/main.ts', import.meta.url));

/**
 * Starts the servers of one host and resolves when their ports are open. They outlive this process and its terminal;
 * what they complain of goes to `NAMESPACE.log` in `stateDir`. Throws with that text if they do not come up.
 */
export async function startServers(
  host: LabHost,
  stateDir: string,
  configuration: ServersConfiguration,
): Promise<void> {
  const log = join(stateDir, `${host.namespace}.log`);
  const complaints = openSync(log, 'w');
  const node = [process.execPath, program, JSON.stringify(configuration)];
  const [command = '', ...argv] = inNamespace(host.namespace, node);
  const child = spawn(command, argv, {
    env: environment(),
    detached: true,
    stdio: ['ignore', 'pipe', complaints],
  });
  closeSync(complaints);
  const { stdout } = child;
  if (stdout === null) throw new TypeError('The servers need a pipe to say that they are ready.');
  const ready = once(stdout, 'data').then(() => true);
  const failed = once(child, 'exit').then(() => false);
  if (!(await Promise.race([ready, failed]))) {
    throw new Error(`The servers of ${host.name} did not start: ${(await readFile(log, 'utf8')).trim()}`);
  }
  stdout.destroy();
  child.unref();
}
