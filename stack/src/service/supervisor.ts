import type { ChildProcess, StdioOptions } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { backoffDelay } from '@comet/foundation';
import { errorText, UserError } from '../user-error.ts';
import type { Cleanup } from './cleanup.ts';
import { logNamed } from './log.ts';
import { type EndSignals, hasEnded, stopProcess } from './stop-process.ts';

/** A process that runs as long as the stack. */
interface ServiceSpec {
  readonly name: string;
  /** Starts the process in its own process group: the supervisor ends it in order after Ctrl-C in the terminal. */
  spawn(stdio: StdioOptions): ChildProcess | Promise<ChildProcess>;
  /** Returns whether the process is ready. */
  ready(): Promise<boolean>;
  /** Pause in ms between two calls of `ready`; 20 by default. */
  readonly readyPause?: number;
  /** Signals that end it; by default SIGTERM, and SIGKILL after 8 s. */
  readonly endSignals?: EndSignals;
}

export interface Supervisor {
  /**
   * Starts a service and waits until it is ready. Throws a UserError with the end of its log if it exits or takes too long. A service that
   * exits later is started again; after five exits in a minute `fatal` is called.
   */
  start(spec: ServiceSpec): Promise<void>;
}

/** Much longer than any service needs, since the machine may be busy. */
const READY_LIMIT_MS = 120_000;
const RESTART_DELAY = { first: 500, max: 15_000 };
/** A process that ran longer is restarted with the shortest delay. */
const STABLE_AFTER_MS = 10_000;
/** A service that exits as often within `windowMs` cannot run. */
const EXIT_LIMIT = { exits: 5, windowMs: 60_000 };

interface SupervisorOptions {
  readonly logs: string;
  readonly cleanup: Cleanup;
  /** Called with every new process. */
  addProcess(name: string, pid: number): Promise<void>;
  /** Called with a sentence when a service has exited too often. */
  fatal(sentence: string): void;
  print(line: string): void;
  /** True for no limit of exits. */
  readonly restartAlways: boolean;
}

/** Creates a supervisor without services. `options.cleanup` stops each service at the end. */
export function createSupervisor(options: SupervisorOptions): Supervisor {
  return {
    async start(spec) {
      const log = logNamed(options.logs, spec.name);
      let stopping = false;
      let exits: readonly number[] = [];
      let child = await launch();
      await options.cleanup.defer(() => {
        stopping = true;
        return stopProcess(child, spec.endSignals);
      });
      await untilReady(child);
      watch(child, 0);

      async function launch(): Promise<ChildProcess> {
        options.cleanup.check();
        const output = await log.open();
        try {
          const started = await spec.spawn(['ignore', output.fd, output.fd]);
          if (started.pid === undefined) await once(started, 'spawn');
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
            throw new UserError(`${spec.name} ended (${endOf(started)}). ${await log.tail()}`);
          if (Date.now() > deadline)
            throw new UserError(
              `${spec.name} is not ready after ${READY_LIMIT_MS / 1000} s. ${await log.tail()}`,
            );
          await sleep(spec.readyPause ?? 20);
        }
      }

      function watch(running: ChildProcess, restarts: number): void {
        const launchedAt = Date.now();
        const handleExit = async (): Promise<void> => {
          if (stopping) return;
          const now = Date.now();
          exits = [...exits.filter((at) => now - at < EXIT_LIMIT.windowMs), now];
          if (exits.length >= EXIT_LIMIT.exits && !options.restartAlways) {
            const times = `${exits.length} times within a minute`;
            options.fatal(`${spec.name} ended ${times}, last with ${endOf(running)}. ${await log.tail()}`);
            return;
          }
          options.print(`${spec.name} ended (${endOf(running)}) and is started again.`);
          const attempt = Date.now() - launchedAt > STABLE_AFTER_MS ? 0 : restarts;
          // The delay does not keep a stopping stack alive.
          await sleep(backoffDelay(attempt, RESTART_DELAY), undefined, { ref: false });
          if (stopping) return;
          child = await launch();
          if (stopping) await stopProcess(child, spec.endSignals);
          else watch(child, attempt + 1);
        };
        const onExit = (): void =>
          void handleExit().catch((error: unknown) => {
            if (!stopping) options.fatal(`${spec.name} could not be started again: ${errorText(error)}`);
          });
        if (hasEnded(running)) onExit();
        else running.once('exit', onExit);
      }
    },
  };
}

function endOf(child: ChildProcess): string {
  return child.signalCode ?? `exit code ${child.exitCode ?? 'unknown'}`;
}
