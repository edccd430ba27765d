import { spawn } from 'node:child_process';
import { backoffDelay } from '@comet/foundation';

const backoff = { first: 200, max: 10_000 };

export interface Supervision {
  sleep(milliseconds: number, signal: AbortSignal): Promise<void>;
  /** Called with the reason when the program ends without a request. */
  onFailure(reason: string): void;
}

/** Repeats `run` until `signal`, after a pause where it resolves with a reason and at once where it resolves with null. */
export async function restartOnEnd(
  run: () => Promise<string | null>,
  { sleep, onFailure }: Supervision,
  signal: AbortSignal,
): Promise<void> {
  for (let failures = 0; !signal.aborted; ) {
    const startedAt = Date.now();
    const reason = await run();
    if (signal.aborted) return;
    if (reason === null) continue;
    onFailure(reason);
    failures = Date.now() - startedAt > backoff.max ? 0 : failures + 1;
    await sleep(backoffDelay(failures, backoff), signal);
  }
}

/**
 * Runs a program with an empty environment until it ends or `signal` ends it. Resolves with the reason of its end; null after `signal`.
 */
export function runProgram(
  program: string,
  args: readonly string[],
  signal: AbortSignal,
): Promise<string | null> {
  return new Promise((resolve) => {
    // The program exits when its standard input closes, so also when the agent is killed; otherwise it would keep its ports occupied.
    const child = spawn(program, args, { env: {}, stdio: ['pipe', 'ignore', 'pipe'] });
    let diagnostic = '';
    const end = (): void => void child.kill('SIGKILL');
    signal.addEventListener('abort', end);
    child.stderr.setEncoding('utf8').on('data', (text: string) => {
      diagnostic = `${diagnostic}${text}`.slice(-400);
    });
    child.on('error', (error) => {
      diagnostic = error.message;
    });
    child.on('close', (code) => {
      signal.removeEventListener('abort', end);
      resolve(signal.aborted ? null : diagnostic.trim() || `it ended with ${code ?? 'a signal'}`);
    });
    if (signal.aborted) end();
  });
}
