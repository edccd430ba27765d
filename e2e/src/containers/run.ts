import { spawn } from 'node:child_process';

/** How a command ended. */
export interface Ended {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}

export interface RunOptions {
  /** Written to standard input, which is then closed. */
  readonly input?: string;
  /** Milliseconds after which it is killed. */
  readonly limit?: number;
}

/** Runs a program to its end. Rejects only when it cannot be started. */
export function run(argv: readonly string[], { input = '', limit }: RunOptions = {}): Promise<Ended> {
  const [program = '', ...args] = argv;
  const child = spawn(program, args, {
    stdio: 'pipe',
    // A process group of its own: what it does to its group is not done to ours.
    detached: true,
    ...(limit === undefined ? {} : { timeout: limit, killSignal: 'SIGKILL' }),
  });
  const output = { stdout: '', stderr: '' };
  for (const stream of ['stdout', 'stderr'] as const)
    child[stream].setEncoding('utf8').on('data', (text: string) => (output[stream] += text));
  // A program that reads nothing closes its input early.
  child.stdin.on('error', () => undefined);
  child.stdin.end(input);
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('close', (code) => resolve({ code: code ?? 128, ...output }));
  });
}

/** The standard output of a program that has to succeed. */
export async function runOrThrow(argv: readonly string[], options: RunOptions = {}): Promise<string> {
  const { code, stdout, stderr } = await run(argv, options);
  if (code !== 0) throw new Error(`${argv.join(' ')} ended with ${code}:\n${stdout}${stderr}`);
  return stdout;
}
