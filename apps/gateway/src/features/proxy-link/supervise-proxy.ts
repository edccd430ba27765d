import { type ChildProcess, spawn } from 'node:child_process';
import { backoffDelay } from '@comet/foundation';
import { tproxyListener } from '../../platform/routing/exit-slot.ts';
import type { Readable } from 'node:stream';
import { linesOf } from '../../platform/files/lines.ts';

/**
 * The proxy's last report of each quota lease, so that the agent can settle them when the process has ended. Usage after the last report is
 * not charged.
 */
export class QuotaLeaseJournal {
  readonly #used = new Map<string, number>();

  add(slice: string): void {
    this.#used.set(slice, 0);
  }

  /** Returns false for a quota lease that the proxy does not hold, which must not be reported. */
  record(slice: string, bytes: number, done: boolean): boolean {
    if (!this.#used.has(slice)) return false;
    if (done) this.#used.delete(slice);
    else this.#used.set(slice, bytes);
    return true;
  }

  /** Removes and returns all held quota leases, with the last reported bytes. */
  settle(): readonly { readonly slice: string; readonly bytes: number }[] {
    const all = [...this.#used].map(([slice, bytes]) => ({ slice, bytes }));
    this.#used.clear();
    return all;
  }
}

export interface SuperviseProxyParts {
  readonly program: string;
  /** Path of `comet-listener`, which opens the socket for tunnels that leave through providers and then executes the proxy; null if missing. */
  readonly listener: string | null;
  sleep(milliseconds: number, signal: AbortSignal): Promise<void>;
  /** Called when a process was started; it has no state yet. */
  onStart(): void;
  onLine(line: string): void;
  /** Called when a process has ended and all its messages were received. */
  onGone(): void;
  onFailure(reason: string): void;
}

/** A process that is restarted whenever it ends. */
interface SupervisedProxy {
  /** Returns false where the process is not running. */
  send(line: string): boolean;
  /** Kills the running process, which is then restarted. */
  replace(): void;
  /** Sends a final message; resolves when the process has ended for good. */
  end(finalMessage: string): Promise<void>;
}

const backoff = { first: 200, max: 10_000 };
/** Milliseconds for the process to report its usage after it received the end message. */
const exitTimeout = 3_000;
const maxLineLength = 4_096;

/** Runs the proxy in a separate unprivileged process. It ends with the agent, since usage could not be charged without it. */
export function superviseProxy(parts: SuperviseProxyParts): SupervisedProxy {
  const stop = new AbortController();
  let child: ChildProcess | null = null;

  function send(line: string): boolean {
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
      let diagnostic = '';
      started.stderr.setEncoding('utf8').on('data', (text: string) => {
        diagnostic = `${diagnostic}${text}`.slice(-400);
      });
      started.on('error', (error) => {
        diagnostic = error.message;
      });
      started.stdin.on('error', () => undefined);
      readLines(started.stdout, maxLineLength, parts.onLine, () => started.kill('SIGKILL'));
      started.on('close', (code) => {
        child = null;
        parts.onGone();
        resolve(diagnostic.trim() || `it ended with ${code ?? 'a signal'}`);
      });
      parts.onStart();
    });
  }

  async function supervise(): Promise<void> {
    for (let failures = 0; !stop.signal.aborted; ) {
      const began = Date.now();
      const reason = await runOnce();
      if (stop.signal.aborted) return;
      parts.onFailure(reason);
      failures = Date.now() - began > backoff.max ? 0 : failures + 1;
      await parts.sleep(backoffDelay(failures, backoff), stop.signal);
    }
  }

  // Deferred, so that the caller has the result before the first callback.
  const supervising = Promise.resolve().then(supervise);
  return {
    send,
    replace: () => void child?.kill('SIGKILL'),
    async end(finalMessage) {
      stop.abort();
      send(finalMessage);
      const timer = setTimeout(() => child?.kill('SIGKILL'), exitTimeout);
      await supervising;
      clearTimeout(timer);
    },
  };
}

/** Returns the command line: through `listener`, which executes the proxy, if it is present. */
function commandLine(program: string, listener: string | null): readonly [string, ...string[]] {
  const own = [process.execPath, ...process.execArgv, program] as const;
  return listener === null ? own : [listener, String(tproxyListener.port), ...own];
}

/** Calls `take` for each line of a stream; `refuse` for a line over `maxLength` characters. */
function readLines(
  stream: Readable,
  maxLength: number,
  take: (line: string) => void,
  refuse: () => void,
): void {
  const reading = async (): Promise<void> => {
    for await (const line of linesOf(stream as AsyncIterable<Uint8Array>, maxLength)) take(line);
  };
  reading().catch(refuse);
}
