import { type ChildProcessByStdio, spawn } from 'node:child_process';
import type { Socket } from 'node:net';
import { kill } from 'node:process';
import type { Readable, Writable } from 'node:stream';
import { type ProcessOutcome, toolEnvironment } from './run-process.ts';
import { withoutPid } from './waiting-tools.ts';

const answerTimeout = 10_000;

/** A tool that was started beforehand and reads commands from its standard input. One question at a time. */
export interface WarmProcess {
  /**
   * Writes `input` and resolves when `answered` returns a value for the output since, or when the process ends.
   * After an end, or a silence of ten seconds, the process is used up.
   */
  ask<T>(input: string, answered: (stdout: string, stderr: string) => T | null): Promise<WarmAnswer<T>>;
  readonly usable: boolean;
  end(): void;
}

export type WarmAnswer<T> =
  | { readonly kind: 'answered'; readonly value: T }
  | ({ readonly kind: 'ended' } & ProcessOutcome);

/** Where a process that waits is spoken to and received, and how it is ended that does not answer. */
interface Ends {
  readonly input: Writable;
  readonly stdout: Readable | null;
  readonly stderr: Readable;
  /** Returns the part of the output that the tool itself wrote. */
  ownOutput?(output: string): string;
  kill(): void;
}

/** `scratch` is a file that the process gets as descriptor 3. */
export function startWarmProcess(command: string, args: readonly string[], scratch?: number): WarmProcess {
  const child = spawn(command, [...args], {
    env: toolEnvironment,
    stdio: ['pipe', 'pipe', 'pipe', scratch ?? 'ignore'],
  }) as ChildProcessByStdio<Writable, Readable, Readable>;
  const { stdin: input, stdout, stderr } = child;
  const { process, over } = warmProcess(command, {
    input,
    stdout,
    stderr,
    kill: () => child.kill('SIGKILL'),
  });
  child.on('error', (error) => over(null, error.message));
  child.on('close', (code) => over(code));
  return process;
}

/** Adopts a process that was started elsewhere; see `WaitingTools`. Its exit status and its standard output are not available. */
export function adoptWarmProcess(command: string, socket: Socket): WarmProcess {
  let known: number | null = null;
  const ends: Ends = {
    ...{ input: socket, stdout: null, stderr: socket },
    ownOutput(text) {
      const { output, pid } = withoutPid(text);
      known ??= pid;
      return output;
    },
    kill() {
      // It holds its end of the socket as long as it runs, so the process id is not reused yet.
      if (known !== null && !socket.destroyed) end(known);
      socket.destroy();
    },
  };
  const { process, over } = warmProcess(command, ends);
  socket.on('close', () => over(null));
  return process;
}

function end(pid: number): void {
  try {
    kill(pid, 'SIGKILL');
  } catch {
    // It has ended by itself, and we have not received of it yet.
  }
}

function warmProcess(command: string, ends: Ends) {
  let stdout = '';
  let stderr = '';
  let outcome: ProcessOutcome | null = null;
  let changed = (): void => undefined;
  ends.stdout?.setEncoding('utf8').on('data', (text: string) => {
    stdout += text;
    changed();
  });
  ends.stderr.setEncoding('utf8').on('data', (text: string) => {
    stderr += text;
    stderr = ends.ownOutput?.(stderr) ?? stderr;
    changed();
  });
  function over(code: number | null, message = ''): void {
    outcome ??= { code, stdout, stderr: stderr + message };
    changed();
  }
  ends.input.on('error', () => undefined);

  const process: WarmProcess = {
    get usable() {
      return outcome === null;
    },
    ask: (input, answered) =>
      new Promise((resolve) => {
        stdout = '';
        stderr = '';
        const timer = setTimeout(() => {
          ends.kill();
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
        ends.input.write(input);
        changed();
      }),
    end() {
      ends.input.end();
    },
  };
  return { process, over };
}
