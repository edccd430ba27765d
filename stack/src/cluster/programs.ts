import { type ChildProcess, spawn } from 'node:child_process';
import { openSync, closeSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { logNamed } from '../service/log.ts';
import { hasEnded } from '../service/stop-process.ts';
import { type HostName, onHost } from './hosts.ts';

/** A program on a host. */
interface ProgramSpec {
  readonly host: HostName;
  readonly argv: readonly string[];
  readonly env: Readonly<Record<string, string>>;
  /** The account; root by default. */
  readonly user?: string;
}

/** The running programs of a cluster by name. One that exits is started again after a second, as systemd would, unless it is held. */
export interface Programs {
  start(name: string, spec: ProgramSpec): void;
  pidOf(name: string): number | null;
  isRunning(name: string): boolean;
  /** Keeps a program down from its next exit on. */
  hold(name: string): void;
  /** Starts a held program again. */
  resume(name: string): void;
  /** The end of the program's log. */
  tail(name: string): Promise<string>;
  /** Starts no program again from now on. */
  close(): void;
}

const RESTART_MS = 1_000;

interface Running {
  readonly spec: ProgramSpec;
  child: ChildProcess;
  held: boolean;
}

/** Returns the programs of the cluster `id`, none of them started; `logs` is the folder of their log files. */
export function createPrograms(id: string, logs: string): Programs {
  const programs = new Map<string, Running>();
  let stopping = false;

  function launch(name: string, { host, argv, env, user }: ProgramSpec): ChildProcess {
    const output = openSync(logNamed(logs, name).path, 'a', 0o600);
    const [file = '', ...args] = onHost(id, host, argv, user);
    const stdio = ['ignore', output, output] as const;
    // Its own process group: Ctrl-C in the terminal does not reach it.
    const child = spawn(file, args, {
      cwd: '/',
      detached: true,
      env: { PATH: process.env['PATH'], ...env },
      stdio: [...stdio],
    });
    closeSync(output);
    child.on('error', () => undefined);
    child.once('exit', () => void relaunch(name));
    return child;
  }

  async function relaunch(name: string): Promise<void> {
    await sleep(RESTART_MS, undefined, { ref: false });
    const running = programs.get(name);
    if (running === undefined || stopping || running.held || !hasEnded(running.child)) return;
    running.child = launch(name, running.spec);
  }

  const named = (name: string): Running => {
    const running = programs.get(name);
    if (running === undefined) throw new Error(`There is no program ${name}.`);
    return running;
  };

  return {
    start(name, spec) {
      programs.set(name, { spec, child: launch(name, spec), held: false });
    },
    isRunning: (name) => !hasEnded(named(name).child),
    pidOf: (name) => named(name).child.pid ?? null,
    hold(name) {
      named(name).held = true;
    },
    resume(name) {
      const running = named(name);
      running.held = false;
      if (hasEnded(running.child)) running.child = launch(name, running.spec);
    },
    tail: (name) => logNamed(logs, name).tail(),
    close() {
      stopping = true;
    },
  };
}
