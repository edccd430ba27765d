import type { ChildProcess, StdioOptions } from 'node:child_process';
import { setTimeout as sleep } from 'node:timers/promises';
import { backoffDelay } from '@comet/foundation';
import { Refusal } from '../refusal.ts';
import type { Cleanup } from './cleanup.ts';
import { logNamed } from './log.ts';

/** One process that runs as long as the stack does. */
interface ServiceSpec {
  readonly name: string;
  /** Starts it, in a process group of its own: Ctrl-C in the terminal reaches it through us, in its turn. */
  spawn(stdio: StdioOptions): ChildProcess;
  /** Whether it does its work yet. */
  ready(): Promise<boolean>;
  /** `end the stack` for a part that nothing works without; `start again` for one that its machine's init would restart. */
  readonly exitPolicy: 'end the stack' | 'start again';
}

export interface Supervisor {
  /** Starts a service and waits until it is ready. Throws a refusal with the end of its log when it does not get there. */
  start(spec: ServiceSpec): Promise<void>;
}

/** Far more than any of them needs: a machine may have much else to do. */
const READY_LIMIT_MS = 120_000;
const STOP_GRACE_MS = 8_000;
const RESTART_DELAY = { first: 1_000, most: 15_000 };
/** Who ran that long is in no loop of crashes. */
const STABLE_AFTER_MS = 10_000;

interface SupervisorOptions {
  readonly logs: string;
  readonly cleanup: Cleanup;
  /** Called with every new process. */
  addProcess(name: string, pid: number): Promise<void>;
  /** Called with a sentence when an essential service has died. */
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
          // An end of the stack does not wait for this.
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

/** SIGTERM, and SIGKILL after a grace. */
async function stop(child: ChildProcess): Promise<void> {
  if (hasEnded(child)) return;
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  child.kill('SIGTERM');
  const killTimer = setTimeout(() => child.kill('SIGKILL'), STOP_GRACE_MS);
  await ended;
  clearTimeout(killTimer);
}
