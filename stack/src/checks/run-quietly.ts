import { spawn } from 'node:child_process';
import { constants } from 'node:os';
import { nodeEnvironment } from '../repository.ts';

/** How a tool ended: its exit code, everything it wrote in the order it wrote it, and how long it took. */
export interface Outcome {
  /** As a shell tells it: 128 and the signal's number where one ended it. */
  readonly code: number;
  readonly output: string;
  readonly seconds: number;
}

/** What ends `npm test`: Ctrl-C, whoever runs it, and a terminal that is closed. */
export const ENDS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

/** Milliseconds after a tool's end for which what it left running may keep its output open. */
const LEFT_OPEN = 5_000;

const COLOURS: Record<string, string> = process.stdout.isTTY ? { FORCE_COLOR: '1' } : { NO_COLOR: '1' };

/**
 * Runs a tool from the repository's root and keeps its words to itself. A signal that ends us ends the tool first, so that it can clean
 * up behind itself, as a Ctrl-C, which is the one that Playwright does that at. The programs that it starts find again what Node has
 * compiled of them before. What it leaves running in a process group of its own ends with it; what hides elsewhere is not waited for.
 * It has a session of its own: the kernel shares the cores between sessions (sched(7), autogroups), and browsers and services that it runs
 * beside have one each.
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
      }, LEFT_OPEN);
    });
    child.once('close', (code, signal) => {
      const by = signal === null ? '' : `Ended by ${signal}.\n`;
      end(code ?? 128 + constants.signals[signal ?? 'SIGKILL'], by + left);
    });
  });
}

/** Ends what is left of a tool's own process group; most tools have none. */
function endGroup(pid: number | undefined): void {
  if (pid === undefined) return;
  try {
    process.kill(-pid, 'SIGKILL');
  } catch {
    // Nothing is left of it.
  }
}
