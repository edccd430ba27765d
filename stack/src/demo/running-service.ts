import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { UserError } from '../user-error.ts';
import { findStateFolder } from '../state/folder.ts';
import { processStartTime, readStackFile, type StackFile } from '../state/stack-file.ts';

/** Maximum ms to wait for a service that another terminal is starting; the first start builds everything. */
const START_LIMIT_MS = 10 * 60_000;

/** Returns the service that runs on a state folder; starts it, in the background, with the arguments of `npm start` if none runs. */
export async function runningService(args: readonly string[], state: string): Promise<StackFile> {
  const found = await readyService(state);
  if (found !== null) return found;
  console.log('Comet isn’t running here: starting it. It keeps running; npm stop ends it.');
  const script = `${import.meta.dirname}/../start.ts`;
  const child = spawn(process.execPath, [script, '--detach', ...args], { stdio: 'inherit' });
  const [code] = (await once(child, 'exit')) as [number | null];
  const started = code === 0 ? await readyService(state) : null;
  if (started === null) throw new UserError('Comet did not start; the reason is above.');
  return started;
}

/** Returns the service once it is ready; null if none is running or starting. */
async function readyService(state: string): Promise<StackFile | null> {
  const deadline = Date.now() + START_LIMIT_MS;
  for (;;) {
    const folder = findStateFolder(state);
    const file = folder === null ? 'none' : await readStackFile(folder);
    if (typeof file === 'string') return null;
    const pid = file.pids['stack'] ?? 0;
    if (processStartTime(pid) !== file.births['stack']) return null;
    if (file.startedAt !== undefined) return file;
    if (Date.now() > deadline) throw new UserError('Comet is starting, but is not ready after ten minutes.');
    await sleep(200);
  }
}
