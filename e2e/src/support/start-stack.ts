import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePortBlock } from '@comet/stack';

const root = join(import.meta.dirname, '../../..');

/** Starts a stack with `npm start` and a new state folder. Returns the function that stops it and deletes the folder. */
export async function startStack(...options: readonly string[]): Promise<() => Promise<void>> {
  const state = mkdtempSync(join(tmpdir(), 'comet-e2e-'));
  process.env['COMET_E2E_STATE'] = state;
  await npm([
    'start',
    '--',
    '--state',
    state,
    '--port',
    String(await freePortBlock()),
    // Leak tests kill parts more often than a start would tolerate.
    ...['--restart-always', '--detach'],
    ...options,
  ]);
  return async () => {
    await npm(['stop', '--', '--state', state]);
    rmSync(state, { recursive: true, force: true });
  };
}

function npm(args: readonly string[]): Promise<void> {
  return new Promise((resolve, reject) => {
    const child = spawn('npm', args, { cwd: root, stdio: ['ignore', 'pipe', 'pipe'] });
    let output = '';
    for (const stream of [child.stdout, child.stderr]) {
      stream.on('data', (chunk: Buffer) => {
        output += chunk.toString();
      });
    }
    child.once('error', reject);
    child.once('close', (code) => {
      if (code === 0) resolve();
      else reject(new Error(`npm ${args.join(' ')} ended with ${code}:\n${output}`));
    });
  });
}
