import { type ChildProcessByStdio, spawn } from 'node:child_process';
import type { Readable, Writable } from 'node:stream';
import { type ProcessOutcome, toolEnvironment } from './run-process.ts';

const answerTimeout = 10_000;

/** A tool that was started beforehand and reads commands from its standard input. One question at a time. */
export interface WarmProcess {
  /**
   * Writes `input` and resolves when `answered` makes something of what was printed since, or when the process ends.
   * After an end, or a silence of ten seconds, the process is used up.
   */
  ask<T>(input: string, answered: (stdout: string, stderr: string) => T | null): Promise<WarmAnswer<T>>;
  readonly usable: boolean;
  end(): void;
}

export type WarmAnswer<T> =
  | { readonly kind: 'answered'; readonly value: T }
  | ({ readonly kind: 'ended' } & ProcessOutcome);

/** `scratch` is a file that the process gets as descriptor 3. */
export function startWarmProcess(command: string, args: readonly string[], scratch?: number): WarmProcess {
  const child = spawn(command, [...args], {
    env: toolEnvironment,
    stdio: ['pipe', 'pipe', 'pipe', scratch ?? 'ignore'],
  }) as ChildProcessByStdio<Writable, Readable, Readable>;
  let stdout = '';
  let stderr = '';
  let outcome: ProcessOutcome | null = null;
  let changed = (): void => undefined;
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    stdout += text;
    changed();
  });
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    stderr += text;
    changed();
  });
  function over(code: number | null, message = ''): void {
    outcome ??= { code, stdout, stderr: stderr + message };
    changed();
  }
  child.stdin.on('error', () => undefined);
  child.on('error', (error) => over(null, error.message));
  child.on('close', (code) => over(code));

  return {
    get usable() {
      return outcome === null;
    },
    ask: (input, answered) =>
      new Promise((resolve) => {
        stdout = '';
        stderr = '';
        const timer = setTimeout(() => {
          child.kill('SIGKILL');
          over(null, `${command} does not answer`);
        }, answerTimeout);
        changed = () => {
          const value = outcome === null ? answered(stdout, stderr) : null;
          if (value === null && outcome === null) return;
          clearTimeout(timer);
          changed = () => undefined;
          if (value !== null) resolve({ kind: 'answered', value });
          else if (outcome !== null) resolve({ kind: 'ended', ...outcome });
        };
        child.stdin.write(input);
        changed();
      }),
    end() {
      child.stdin.end();
    },
  };
}
