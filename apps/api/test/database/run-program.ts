import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';

/** Node's compile cache, set by `npm test`. */
const { NODE_COMPILE_CACHE = '' } = process.env;

/** Runs the program until it exits; one that does not exit fails the test by its timeout. */
export async function runProgram(
  words: readonly string[],
  environment: Readonly<Record<string, string>>,
): Promise<{ readonly code: number | null; readonly stderr: string; readonly printed: string }> {
  const child = spawn(process.execPath, [join(import.meta.dirname, '../../src/main.ts'), ...words], {
    env: { NODE_COMPILE_CACHE, LOG_LEVEL: 'silent', ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  try {
    const [printed, stderr, [code]] = await Promise.all([
      text(child.stdout),
      text(child.stderr),
      once(child, 'exit') as Promise<[number | null]>,
    ]);
    return { code, stderr, printed };
  } finally {
    child.kill('SIGKILL');
  }
}

/** The environment of a process on a machine whose clock is `milliseconds` ahead. */
export function withClockAhead(milliseconds: number): Readonly<Record<string, string>> {
  const preload = `const Real = Date; globalThis.Date = class extends Real {
    constructor(...given) { given.length === 0 ? super(Real.now() + ${milliseconds}) : super(...given); }
    static now() { return Real.now() + ${milliseconds}; }
  };`;
  return { NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(preload)}` };
}
