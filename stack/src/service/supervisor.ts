import type { ChildProcess, StdioOptions } from 'node:child_process';
import { setTimeout as sleep } from 'node:timers/promises';
import { backoffDelay } from '@comet/foundation';
import { Refusal } from '../refusal.ts';
import type { Cleanup } from './cleanup.ts';
import { logNamed } from './log.ts';

/** A process that runs as long as the stack. */
interface ServiceSpec {
  readonly name: string;
  /** Starts the process in its own process group: the supervisor ends it in order after Ctrl-C in the terminal. */
  spawn(stdio: StdioOptions): ChildProcess;
  /** Returns whether the process is ready. */
  ready(): Promise<boolean>;
  /** `end the stack` for essential parts; `start again` for parts that init restarts on a real machine. */
  readonly exitPolicy: 'end the stack' | 'start again';
}

export interface Supervisor {
  /** Starts a service and waits until it is ready. Throws a Refusal with the end of its log if it exits or takes too long. */
  start(spec: ServiceSpec): Promise<void>;
}

/** Much longer than any service needs, since the machine may be busy. */
const READY_LIMIT_MS = 120_000;
const STOP_GRACE_MS = 8_000;
const RESTART_DELAY = { first: 1_000, most: 15_000 };
/** A process that ran longer is restarted with the shortest delay. */
const STABLE_AFTER_MS = 10_000;

interface SupervisorOptions {
  readonly logs: string;
  readonly cleanup: Cleanup;
  /** Called with every new process. */
  addProcess(name: string, pid: number): Promise<void>;
  /** Called with a sentence when an essential service has exited. */
  fatal(sentence: string): void;
  print(line: string): void;
}

export function createSupervisor(options: SupervisorOptions): Supervisor {
  return {
    async start(spec) {
      const log = logNamed(options.logs, spec.name);
      let stopping = false;
      let child = await launch();
      await options.cleanup.defer(() => {
        stopping = true;
        return stop(child);
      });
      await untilReady(child);
      watch(child, 0);

      async function launch(): Promise<ChildProcess> {
        options.cleanup.check();
        const output = await log.open();
        try {
          const started = spec.spawn(['ignore', output.fd, output.fd]);
          await new Promise((resolve, reject) => started.once('spawn', resolve).once('error', reject));
          await options.addProcess(spec.name, started.pid ?? 0);
          return started;
        } finally {
          await output.close();
        }
      }

      async function untilReady(started: ChildProcess): Promise<void> {
        const deadline = Date.now() + READY_LIMIT_MS;
        while (!(await spec.ready())) {
          options.cleanup.check();
          if (hasEnded(started))
            throw new Refusal(`${spec.name} ended (${endOf(started)}). ${await log.tail()}`);
          if (Date.now() > deadline)
            throw new Refusal(
              `${spec.name} is not ready after ${READY_LIMIT_MS / 1000} s. ${await log.tail()}`,
            );
          await sleep(20);
        }
      }

      function watch(running: ChildProcess, restarts: number): void {
        const launchedAt = Date.now();
        const handleExit = async (): Promise<void> => {
          if (stopping) return;
          if (spec.exitPolicy === 'end the stack') {
            options.fatal(`${spec.name} ended unexpectedly (${endOf(running)}). ${await log.tail()}`);
            return;
          }
          options.print(`${spec.name} ended (${endOf(running)}) and is started again.`);
          const attempt = Date.now() - launchedAt > STABLE_AFTER_MS ? 0 : restarts;
          // The delay does not keep a stopping stack alive.
          await sleep(backoffDelay(attempt, RESTART_DELAY), undefined, { ref: false });
          if (stopping) return;
          child = await launch();
          if (stopping) await stop(child);
          else watch(child, attempt + 1);
        };
        const onExit = (): void => void handleExit().catch((error: unknown) => options.print(String(error)));
        if (hasEnded(running)) onExit();
        else running.once('exit', onExit);
      }
    },
  };
}

function hasEnded(child: ChildProcess): boolean {
  return child.exitCode !== null || child.signalCode !== null;
}

function endOf(child: ChildProcess): string {
  return child.signalCode ?? `exit code ${child.exitCode ?? 'unknown'}`;
}

/** Sends SIGTERM, and SIGKILL after STOP_GRACE_MS. */
async function stop(child: ChildProcess): Promise<void> {
  if (hasEnded(child)) return;
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  child.kill('SIGTERM');
  const killTimer = setTimeout(() => child.kill('SIGKILL'), STOP_GRACE_MS);
  await ended;
  clearTimeout(killTimer);
}
