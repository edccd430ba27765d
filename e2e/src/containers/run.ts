import { spawn } from 'node:child_process';

/** Exit code and output of a program; code 128 if a signal ended it. */
export interface Ended {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}

export interface RunOptions {
  /** Written to standard input, which is then closed. */
  readonly input?: string;
  /** Milliseconds after which the program is killed. */
  readonly limit?: number;
}

/** Runs a program until it exits. Rejects only if it cannot be started. */
export function run(argv: readonly string[], { input = '', limit }: RunOptions = {}): Promise<Ended> {
  const [program = '', ...args] = argv;
  const child = spawn(program, args, {
    stdio: 'pipe',
    // A separate process group: signals that the program sends to its group do not reach ours.
    detached: true,
    ...(limit === undefined ? {} : { timeout: limit, killSignal: 'SIGKILL' }),
  });
  const output = { stdout: '', stderr: '' };
  for (const stream of ['stdout', 'stderr'] as const)
    child[stream].setEncoding('utf8').on('data', (text: string) => (output[stream] += text));
  // A program that does not read its input closes it early (EPIPE).
  child.stdin.on('error', () => undefined);
  child.stdin.end(input);
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('close', (code) => resolve({ code: code ?? 128, ...output }));
  });
}

/** Runs a program and returns its standard output. Throws if the exit code is not 0. */
export async function runOrThrow(argv: readonly string[], options: RunOptions = {}): Promise<string> {
  const { code, stdout, stderr } = await run(argv, options);
  if (code !== 0) throw new Error(`${argv.join(' ')} ended with ${code}:\n${stdout}${stderr}`);
  return stdout;
}
