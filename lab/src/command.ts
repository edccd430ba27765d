import { spawn } from 'node:child_process';
import type { ExecOptions, ExecResult } from './lab.ts';

/** Maximum time in ms for which a remaining child may keep the output open after the command's exit. */
const OUTPUT_GRACE = 500;

/** Returns the environment of a command: this process's, `additions`, and the sbin folders on PATH. */
export function environment(additions: Record<string, string> = {}): NodeJS.ProcessEnv {
  const merged = { ...process.env, ...additions };
  return {
    ...merged,
    PATH: [merged.PATH, '/usr/sbin', '/sbin', '/usr/bin', '/bin'].filter(Boolean).join(':'),
  };
}

/**
 * Runs a program until it exits and returns its exit code and output (UTF-8). Rejects only if it cannot be started. It has its own process
 * group, so that the time limit also ends its children.
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
  // A command that does not read its input may close it early (EPIPE).
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

/** Runs a program and returns its standard output. Throws with its standard error if it fails. */
export async function runOrThrow(argv: readonly string[], options: ExecOptions = {}): Promise<string> {
  const { code, stdout, stderr } = await run(argv, options);
  if (code !== 0) throw new Error(`${argv.join(' ')} failed (${code ?? 'killed'}): ${stderr.trim()}`);
  return stdout;
}

/** Returns the command line that runs `argv` inside a namespace. `ip` replaces itself (exec), so the pid is the command's. */
export function inNamespace(namespace: string, argv: readonly string[]): string[] {
  return ['ip', 'netns', 'exec', namespace, ...argv];
}

function endGroup(pid: number | undefined): void {
  if (pid === undefined) return;
  try {
    process.kill(-pid, 'SIGKILL');
  } catch {
    // The group has already ended.
  }
}
