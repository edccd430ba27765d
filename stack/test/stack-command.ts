import { type ChildProcess, spawn } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { inRepository } from '../src/repository.ts';
import type { StackFile } from '../src/state/stack-file.ts';

/** Result of a command of the stack. */
interface CommandResult {
  readonly code: number | null;
  /** Standard output and error, concatenated. */
  readonly output: string;
}

/** A running command of the stack. */
interface Running {
  readonly child: ChildProcess;
  readonly ended: Promise<CommandResult>;
  /** Resolves when the command has printed this line; rejects if it ends first. */
  printed(line: string): Promise<void>;
}

/** Starts `npm start`, `npm stop` or `npm run lab` like npm. */
export function run(verb: 'start' | 'stop' | 'lab', ...args: readonly string[]): Running {
  const child = spawn('node', [inRepository('stack/bootstrap.mjs'), verb, ...args], {
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (chunk: Buffer) => (output += chunk.toString('utf8')));
  }
  const ended = new Promise<CommandResult>((resolve, reject) => {
    child.once('error', reject);
    child.once('close', (code) => resolve({ code, output }));
  });
  return {
    child,
    ended,
    printed: (line) =>
      new Promise((resolve, reject) => {
        const look = (): void => {
          if (output.split('\n').includes(line)) resolve();
        };
        child.stdout.on('data', look);
        void ended.then(() => reject(new Error(`It ended without printing "${line}":\n${output}`)));
        look();
      }),
  };
}

/** Runs a command of the stack until it exits. */
export function ran(verb: 'start' | 'stop' | 'lab', ...args: readonly string[]): Promise<CommandResult> {
  return run(verb, ...args).ended;
}

/** Returns the `stack.json` of a state folder. */
export async function stackFile(state: string): Promise<StackFile> {
  return JSON.parse(await readFile(join(state, 'stack.json'), 'utf8')) as StackFile;
}
