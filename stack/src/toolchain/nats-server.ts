import { existsSync } from 'node:fs';
import { cp, mkdtemp, rename, rm } from 'node:fs/promises';
import { homedir, tmpdir } from 'node:os';
import { join } from 'node:path';
import { runWithin } from '../checks/run-quietly.ts';
import { fetchModule, runGo } from './go.ts';

const VERSION = 'v2.15.3';
/** Its entry in Go's checksum database. */
const SUM = 'h1:IgHIKL4DYN9mEfwtPcdM39muvXG8v9FBADQn0f4Whs0=';

const program = join(homedir(), '.cache', 'comet', `nats-server-${VERSION}`, 'nats-server');

/** Returns the path of the pinned nats-server in the user's cache, and builds it if necessary. Throws one sentence if that fails. */
export async function buildNatsServer(print: (line: string) => void): Promise<string> {
  if (existsSync(program)) return program;
  print('Building nats-server …');
  const source = await mkdtemp(join(tmpdir(), 'comet-nats-server-'));
  try {
    await cp(await fetchModule(`github.com/nats-io/nats-server/v2@${VERSION}`, SUM, print), source, {
      recursive: true,
    });
    await runWithin(60, ['chmod', '-R', 'u+w', source]);
    // Complete before it is found: another test run may build it concurrently.
    const draft = `${program}.${process.pid}`;
    await runGo(['build', '-C', source, '-trimpath', '-ldflags=-s -w', '-o', draft, '.'], print);
    await rename(draft, program);
    return program;
  } finally {
    await rm(source, { recursive: true, force: true });
  }
}
