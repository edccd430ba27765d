import { type ChildProcess, spawn } from 'node:child_process';
import { backoffDelay } from '@comet/foundation';
import { commandLine } from './command-line.ts';
import { readLines } from './read-lines.ts';

export interface KeepProxyParts {
  readonly program: string;
  /** The program that opens the socket of tunnels which leave through providers, and then becomes ours; null where there is none. */
  readonly listener: string | null;
  sleep(milliseconds: number, signal: AbortSignal): Promise<void>;
  /** A process was started, which knows nothing yet. */
  onStart(): void;
  onLine(line: string): void;
  /** A process is gone, and all that it said has been heard. */
  onGone(): void;
  onFailure(reason: string): void;
}

/** A process that is started anew whenever it ends. */
export interface KeptProxy {
  /** False when nobody is there to take it. */
  say(line: string): boolean;
  /** Ends the process that runs, for another one. */
  replace(): void;
  /** Says a last word, and resolves when the process is gone and no other will come. */
  end(lastWord: string): Promise<void>;
}

const waits = { first: 200, most: 10_000 };
/** Milliseconds that the process has to tell what was used, once it was asked to end. */
const patience = 3_000;
const longestLine = 4_096;

/** Keeps the proxy at work in a process of its own, which has no rights. It ends with the agent: nobody would pay for it. */
export function keepProxy(parts: KeepProxyParts): KeptProxy {
  const stop = new AbortController();
  let child: ChildProcess | null = null;

  function say(line: string): boolean {
    if (child?.stdin?.writable !== true) return false;
    child.stdin.write(`${line}\n`);
    return true;
  }

  function runOnce(): Promise<string> {
    return new Promise((resolve) => {
      const [program, ...args] = commandLine(parts.program, parts.listener);
      const started = spawn(program, args, {
        env: { PATH: '/usr/bin:/bin' },
        stdio: ['pipe', 'pipe', 'pipe'],
      });
      child = started;
      let complaint = '';
      started.stderr.setEncoding('utf8').on('data', (text: string) => {
        complaint = `${complaint}${text}`.slice(-400);
      });
      started.on('error', (error) => {
        complaint = error.message;
      });
      started.stdin.on('error', () => undefined);
      readLines(started.stdout, longestLine, parts.onLine, () => started.kill('SIGKILL'));
      started.on('close', (code) => {
        child = null;
        parts.onGone();
        resolve(complaint.trim() || `it ended with ${code ?? 'a signal'}`);
      });
      parts.onStart();
    });
  }

  async function keep(): Promise<void> {
    for (let failures = 0; !stop.signal.aborted; ) {
      const began = Date.now();
      const reason = await runOnce();
      if (stop.signal.aborted) return;
      parts.onFailure(reason);
      failures = Date.now() - began > waits.most ? 0 : failures + 1;
      await parts.sleep(backoffDelay(failures, waits), stop.signal);
    }
  }

  // In a turn of its own: whoever asked for it has it before it first speaks.
  const keeping = Promise.resolve().then(keep);
  return {
    say,
    replace: () => void child?.kill('SIGKILL'),
    async end(lastWord) {
      stop.abort();
      say(lastWord);
      const timer = setTimeout(() => child?.kill('SIGKILL'), patience);
      await keeping;
      clearTimeout(timer);
    },
  };
}
