import { spawn } from 'node:child_process';
import type { ExecOptions, ExecResult } from './lab.ts';

/** How long after a command's end a child that it left behind may keep its output open, in milliseconds. */
const OUTPUT_GRACE = 500;

/** The environment for a command: this process's, `additions`, and the folders where root's tools live. */
export function environment(additions: Record<string, string> = {}): NodeJS.ProcessEnv {
  const merged = { ...process.env, ...additions };
  return {
    ...merged,
    PATH: [merged.PATH, '/usr/sbin', '/sbin', '/usr/bin', '/bin'].filter(Boolean).join(':'),
  };
}

/**
 * Runs a program to its end and gives its exit code and output (UTF-8). Rejects only when it cannot be started.
 * It runs in a process group of its own, so that the time limit ends its children too.
 */
export function run(argv: readonly string[], options: ExecOptions = {}): Promise<ExecResult> {
  const [program = '', ...rest] = argv;
  const child = spawn(program, rest, { env: environment(options.env), detached: true });
  const output = { stdout: '', stderr: '' };
  for (const stream of ['stdout', 'stderr'] as const) {
    child[stream].setEncoding('utf8').on('data', (text: string) => {
      output[stream] += text;
    });
  }
  // A command that reads nothing closes its input early; that is its right.
  child.stdin.on('error', () => {});
  child.stdin.end(options.input ?? '');

  return new Promise((resolve, reject) => {
    const timers: NodeJS.Timeout[] = [];
    const settle = (code: number | null) => {
      timers.forEach(clearTimeout);
      resolve({ code, ...output });
    };
    if (options.timeoutMs !== undefined) {
      timers.push(setTimeout(() => endGroup(child.pid), options.timeoutMs));
    }
    child.once('error', (error) => {
      timers.forEach(clearTimeout);
      reject(error);
    });
    child.once('close', (code) => settle(code));
    child.once('exit', (code) => timers.push(setTimeout(() => settle(code), OUTPUT_GRACE)));
  });
}

/** Runs a program that must succeed and gives its standard output; otherwise throws with what it complained of. */
export async function runOrThrow(argv: readonly string[], options: ExecOptions = {}): Promise<string> {
  const { code, stdout, stderr } = await run(argv, options);
  if (code !== 0) throw new Error(`${argv.join(' ')} failed (${code ?? 'killed'}): ${stderr.trim()}`);
  return stdout;
}

/** The command line that runs `argv` inside a namespace. `ip` replaces itself, so the pid is the command's. */
export function inNamespace(namespace: string, argv: readonly string[]): string[] {
  return ['ip', 'netns', 'exec', namespace, ...argv];
}

function endGroup(pid: number | undefined): void {
  if (pid === undefined) return;
  try {
    process.kill(-pid, 'SIGKILL');
  } catch {
    // The group ended in the same moment.
  }
}
