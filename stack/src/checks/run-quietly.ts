import { spawn } from 'node:child_process';
import { nodeEnvironment } from '../repository.ts';

/** How a tool ended: its exit code, everything it wrote in the order it wrote it, and how long it took. */
export interface Outcome {
  readonly code: number;
  readonly output: string;
  readonly seconds: number;
}

const COLOURS: Record<string, string> = process.stdout.isTTY ? { FORCE_COLOR: '1' } : { NO_COLOR: '1' };

/**
 * Runs a tool from the repository's root and keeps its words to itself. A signal that ends us ends the tool first, so
 * that it can clean up behind itself. The programs that it starts find again what Node has compiled of them before.
 */
export function runQuietly(
  command: readonly string[],
  env: Readonly<Record<string, string>> = {},
): Promise<Outcome> {
  const [file = '', ...args] = command;
  const started = performance.now();
  const child = spawn(file, args, {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...process.env, ...nodeEnvironment, ...COLOURS, ...env },
  });
  const chunks: Buffer[] = [];
  child.stdout.on('data', (chunk: Buffer) => chunks.push(chunk));
  child.stderr.on('data', (chunk: Buffer) => chunks.push(chunk));
  const pass = (signal: NodeJS.Signals): void => void child.kill(signal);
  process.on('SIGINT', pass).on('SIGTERM', pass);
  return new Promise((resolve) => {
    const end = (code: number, more = ''): void => {
      process.off('SIGINT', pass).off('SIGTERM', pass);
      const output = Buffer.concat(chunks).toString('utf8') + more;
      resolve({ code, output, seconds: (performance.now() - started) / 1000 });
    };
    child.once('error', (error) => end(127, `${file} could not be started: ${error.message}\n`));
    child.once('close', (code, signal) => end(code ?? 128, signal === null ? '' : `Ended by ${signal}.\n`));
  });
}
