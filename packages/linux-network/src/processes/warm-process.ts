import { type ChildProcessByStdio, spawn } from 'node:child_process';
import type { Socket } from 'node:net';
import { kill } from 'node:process';
import type { Readable, Writable } from 'node:stream';
import { type ProcessOutcome, toolEnvironment } from './run-process.ts';
import { withoutPid } from './waiting-tools.ts';

const replyTimeout = 10_000;

/** A tool that was started beforehand and reads commands from its standard input. One command at a time. */
export interface WarmProcess {
  /**
   * Writes `input` and resolves when `parse` returns a value for the output since, or when the process ends. After an end, or ten
   * seconds without output, the process is not used again.
   */
  query<T>(input: string, parse: (stdout: string, stderr: string) => T | null): Promise<WarmReply<T>>;
  readonly usable: boolean;
  end(): void;
}

type WarmReply<T> =
  | { readonly kind: 'answered'; readonly value: T }
  | ({ readonly kind: 'ended' } & ProcessOutcome);

/** The sockets of a waiting process, and the function that kills an unresponsive one. */
interface ProcessEndpoints {
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
  const { process, finish } = warmProcess(command, {
    input,
    stdout,
    stderr,
    kill: () => child.kill('SIGKILL'),
  });
  child.on('error', (error) => finish(null, error.message));
  child.on('close', (code) => finish(code));
  return process;
}

/** Adopts a process that was started elsewhere; see `WaitingTools`. Its exit status and its standard output are not available. */
export function adoptWarmProcess(command: string, socket: Socket): WarmProcess {
  let knownPid: number | null = null;
  const endpoints: ProcessEndpoints = {
    ...{ input: socket, stdout: null, stderr: socket },
    ownOutput(text) {
      const { output, pid } = withoutPid(text);
      knownPid ??= pid;
      return output;
    },
    kill() {
      // The process has its end of the socket open while it runs, so the process id is not reused yet.
      if (knownPid !== null && !socket.destroyed) killProcess(knownPid);
      socket.destroy();
    },
  };
  const { process, finish } = warmProcess(command, endpoints);
  socket.on('close', () => finish(null));
  return process;
}

function killProcess(pid: number): void {
  try {
    kill(pid, 'SIGKILL');
  } catch {
    // It has ended, and its end was not received yet.
  }
}

function warmProcess(command: string, endpoints: ProcessEndpoints) {
  let stdout = '';
  let stderr = '';
  let outcome: ProcessOutcome | null = null;
  let onChange = (): void => undefined;
  endpoints.stdout?.setEncoding('utf8').on('data', (text: string) => {
    stdout += text;
    onChange();
  });
  endpoints.stderr.setEncoding('utf8').on('data', (text: string) => {
    stderr += text;
    stderr = endpoints.ownOutput?.(stderr) ?? stderr;
    onChange();
  });
  function finish(code: number | null, message = ''): void {
    outcome ??= { code, stdout, stderr: stderr + message };
    onChange();
  }
  endpoints.input.on('error', () => undefined);

  const process: WarmProcess = {
    get usable() {
      return outcome === null;
    },
    query: (input, parse) =>
      new Promise((resolve) => {
        stdout = '';
        stderr = '';
        const timer = setTimeout(() => {
          endpoints.kill();
          finish(null, `${command} does not answer`);
        }, replyTimeout);
        onChange = () => {
          const value = outcome === null ? parse(stdout, stderr) : null;
          if (value === null && outcome === null) return;
          clearTimeout(timer);
          onChange = () => undefined;
          if (value !== null) resolve({ kind: 'answered', value });
          else if (outcome !== null) resolve({ kind: 'ended', ...outcome });
        };
        endpoints.input.write(input);
        onChange();
      }),
    end() {
      endpoints.input.end();
    },
  };
  return { process, finish };
}
