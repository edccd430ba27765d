import { spawn } from 'node:child_process';
import { constants } from 'node:os';
import { nodeEnvironment } from '../repository.ts';

/** Exit codes of a command that timeout(1) ended by SIGINT or, if that was ignored, by SIGKILL. */
const ENDED = [124, 137];

/** Seconds for a command to clean up: a stack ends its parts sequentially. */
const CLEANUP_SECONDS = 120;

/**
 * Like `runQuietly`, with a time limit in seconds: a hanging tool fails and does not prevent the report of the others. Its process group
 * receives SIGINT, as by Ctrl-C, and SIGKILL `cleanupSeconds` later. It has its own process group, so Ctrl-C in the terminal reaches it
 * only through this process.
 */
export async function runWithin(
  seconds: number,
  command: readonly string[],
  env: Readonly<Record<string, string>> = {},
  cleanupSeconds = CLEANUP_SECONDS,
): Promise<Outcome> {
  const limits = ['--signal=INT', `--kill-after=${cleanupSeconds}`, `${seconds}`];
  const outcome = await runQuietly(['timeout', ...limits, ...command], env);
  if (!ENDED.includes(outcome.code) || outcome.seconds < seconds) return outcome;
  return { ...outcome, output: `${outcome.output.trimEnd()}\nIt had not ended after ${seconds} s.\n` };
}

/** Result of a tool: exit code, interleaved output, and duration. */
export interface Outcome {
  /** As in a shell: 128 plus the signal's number if a signal ended it. */
  readonly code: number;
  readonly output: string;
  readonly seconds: number;
}

/** Signals that end `npm test`: Ctrl-C, its parent process, and a closed terminal. */
export const ENDS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

/** Maximum ms for which remaining processes may keep the output open after the tool has exited. */
const OUTPUT_WAIT_MS = 5_000;

const COLOURS: Record<string, string> = process.stdout.isTTY ? { FORCE_COLOR: '1' } : { NO_COLOR: '1' };

/**
 * Runs a tool from the repository's root and captures its output. A signal that ends this process is passed to the tool first, as SIGINT,
 * so that it can clean up (Playwright does so on SIGINT only). Its programs use Node's compile cache. Remaining processes of its process
 * group are killed; others are not awaited. It has its own session, because the kernel shares the cores between sessions (sched(7),
 * autogroup) and concurrent browsers and services have one each.
 */
export function runQuietly(
  command: readonly string[],
  env: Readonly<Record<string, string>> = {},
): Promise<Outcome> {
  const [file = '', ...args] = command;
  const started = performance.now();
  const child = spawn(file, args, {
    detached: true,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...process.env, ...nodeEnvironment, ...COLOURS, ...env },
  });
  const chunks: Buffer[] = [];
  child.stdout.on('data', (chunk: Buffer) => chunks.push(chunk));
  child.stderr.on('data', (chunk: Buffer) => chunks.push(chunk));
  const pass = (): void => void child.kill('SIGINT');
  for (const signal of ENDS) process.on(signal, pass);
  return new Promise((resolve) => {
    let left = '';
    let waiting: NodeJS.Timeout | undefined;
    const end = (code: number, more = ''): void => {
      clearTimeout(waiting);
      for (const signal of ENDS) process.off(signal, pass);
      const output = Buffer.concat(chunks).toString('utf8') + more;
      resolve({ code, output, seconds: (performance.now() - started) / 1000 });
    };
    child.once('error', (error) => end(127, `${file} could not be started: ${error.message}\n`));
    child.once('exit', () => {
      endGroup(child.pid);
      waiting = setTimeout(() => {
        left = 'Something that it left running holds its output open.\n';
        child.stdout.destroy();
        child.stderr.destroy();
      }, OUTPUT_WAIT_MS);
    });
    child.once('close', (code, signal) => {
      const by = signal === null ? '' : `Ended by ${signal}.\n`;
      end(code ?? 128 + constants.signals[signal ?? 'SIGKILL'], by + left);
    });
  });
}

/** Kills the remaining processes of a tool's process group. */
function endGroup(pid: number | undefined): void {
  if (pid === undefined) return;
  try {
    process.kill(-pid, 'SIGKILL');
  } catch {
    // The group is empty.
  }
}
