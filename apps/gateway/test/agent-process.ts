import { type ChildProcess, spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/** The agent in a separate process, as in production. */
export interface AgentProcess {
  readonly pid: number;
  /** The log so far. */
  log(): string;
  /** Resolves at the log line with `text`; rejects, with the log, when the process ends without it. */
  logged(text: string): Promise<void>;
  /** Sends the signal and resolves with the exit code when the process is gone; null when the signal ended it. */
  end(signal: 'SIGTERM' | 'SIGUSR2' | 'SIGKILL'): Promise<number | null>;
  /** Resolves with the exit code at the end of the process; null after a signal. */
  readonly ended: Promise<number | null>;
}

/** The capabilities of the systemd unit; the test process is limited to the same set. */
const unit = readFileSync(join(import.meta.dirname, '../../../deploy/systemd/comet-gateway.service'), 'utf8');
const rights = /^CapabilityBoundingSet=(.+)$/m
  .exec(unit)?.[1]
  ?.toLowerCase()
  .replaceAll('cap_', '+')
  .split(' ');
const asUnit = ['setpriv', `--bounding-set=-all,${rights?.join(',')}`, '--no-new-privs'];

/** PATH, and Node's compile cache. */
const { PATH = '', NODE_COMPILE_CACHE = '' } = process.env;
const inherited = { PATH, NODE_COMPILE_CACHE };

export function startAgent(namespace: string, env: Readonly<Record<string, string>>): AgentProcess {
  const program = [process.execPath, join(import.meta.dirname, '../src/main.ts')];
  const child: ChildProcess = spawn('ip', ['netns', 'exec', namespace, ...asUnit, ...program], {
    env: { ...inherited, LOG_LEVEL: 'debug', ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let text = '';
  const listeners = new Set<() => void>();
  for (const stream of [child.stdout, child.stderr])
    stream?.setEncoding('utf8').on('data', (part: string) => {
      text += part;
      for (const listener of listeners) listener();
    });
  const ended = new Promise<number | null>((resolve) => child.once('close', resolve));
  return {
    pid: child.pid ?? 0,
    log: () => text,
    ended,
    logged: (wanted) =>
      new Promise((resolve, reject) => {
        const look = () => {
          if (!text.includes(wanted)) return;
          listeners.delete(look);
          resolve();
        };
        listeners.add(look);
        void ended.then(() => reject(new Error(`the agent ended before it logged “${wanted}”:\n${text}`)));
        look();
      }),
    end(signal) {
      child.kill(signal);
      return ended;
    },
  };
}
