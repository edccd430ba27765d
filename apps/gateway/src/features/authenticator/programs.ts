import { type Clock, unixSeconds } from '@comet/foundation';
import { type ProgramSpec, programNames, type ProgramName } from './authenticator-messages.ts';
import { type Program, type ProgramEvents, runProgram } from './program.ts';
import { type Launcher, openLauncher } from './launcher.ts';

/** How a running program becomes the desired one. */
type Alignment = 'keep' | 'reload' | 'replace' | 'replace when quiet';

/** Compares a running program with the desired one. Pure. */
export function alignment(running: ProgramSpec, wanted: ProgramSpec): Alignment {
  const same = (one: ProgramSpec) => JSON.stringify({ ...one, revision: '', renewBy: 0, shownUntil: 0 });
  if (same(running) !== same(wanted)) return 'replace';
  if (running.revision === wanted.revision) return 'keep';
  return wanted.renewal === 'hangup' ? 'reload' : 'replace when quiet';
}

/** Keeps programs running, by name. */
export class Programs {
  readonly #running = new Map<string, Program>();
  readonly #waiting = new Map<string, ProgramSpec>();
  readonly #launchers: Launchers;
  readonly #events: ProgramEvents;
  readonly #clock: Clock;
  /** Number of sessions on a server. */
  readonly #load: (name: string) => number;
  #work: Promise<void> = Promise.resolve();

  constructor(parts: {
    launchers: Launchers;
    events: ProgramEvents;
    clock: Clock;
    load: (name: string) => number;
  }) {
    this.#launchers = parts.launchers;
    this.#events = parts.events;
    this.#clock = parts.clock;
    this.#load = parts.load;
  }

  get ready(): string[] {
    return [...this.#running].filter(([, program]) => program.isReady).map(([name]) => name);
  }

  sendCommand(name: string, line: string): void {
    this.#running.get(name)?.sendCommand(line);
  }

  /** Runs exactly the programs in `wanted`; calls are executed sequentially. */
  align(wanted: readonly ProgramSpec[]): Promise<void> {
    return this.#next(async () => {
      const names = new Set<string>(wanted.map((spec) => spec.name));
      await Promise.all(
        [...this.#running.keys()].filter((name) => !names.has(name)).map((name) => this.#end(name)),
      );
      await Promise.all(wanted.map((spec) => this.#alignOne(spec)));
    });
  }

  /** Replaces the programs that wait for an idle server, if it is idle or their deadline has passed. */
  renewQuiet(): Promise<void> {
    return this.#next(async () => {
      const now = unixSeconds(this.#clock.now());
      for (const [name, spec] of this.#waiting) {
        const shownUntil = this.#running.get(name)?.spec.shownUntil ?? spec.renewBy;
        if (this.#load(name) === 0 || now >= Math.min(spec.renewBy, shownUntil)) await this.#replace(spec);
      }
    });
  }

  stop(): Promise<void> {
    return this.align([]);
  }

  async #alignOne(spec: ProgramSpec): Promise<void> {
    const running = this.#running.get(spec.name);
    if (running === undefined) return this.#start(spec);
    this.#waiting.delete(spec.name);
    switch (alignment(running.spec, spec)) {
      case 'keep':
        return;
      case 'reload':
        return running.reload(spec);
      case 'replace':
        return this.#replace(spec);
      case 'replace when quiet':
        this.#waiting.set(spec.name, spec);
    }
  }

  async #replace(spec: ProgramSpec): Promise<void> {
    await this.#end(spec.name);
    this.#start(spec);
  }

  #start(spec: ProgramSpec): void {
    this.#running.set(spec.name, runProgram(spec, this.#launchers[spec.name], this.#events));
  }

  async #end(name: string): Promise<void> {
    this.#waiting.delete(name);
    await this.#running.get(name)?.stop();
    this.#running.delete(name);
  }

  #next(work: () => Promise<void>): Promise<void> {
    this.#work = this.#work.then(work);
    return this.#work;
  }
}

/** One launcher for each program. */
export type Launchers = Readonly<Record<ProgramName, Launcher>>;

/** Consecutive user ids from `first`, one for each program: none can signal, trace or read another's processes and files. */
export function programUsers(first: number): Readonly<Record<ProgramName, number>> {
  return eachProgram((index) => first + index);
}

/** Call before privileges are dropped. `firstUser` null: all programs run as the current user. */
export function openLaunchers(firstUser: number | null): Launchers {
  return eachProgram((index) => openLauncher(firstUser === null ? null : firstUser + index));
}

function eachProgram<T>(make: (index: number) => T): Readonly<Record<ProgramName, T>> {
  return Object.fromEntries(programNames.map((name, index) => [name, make(index)])) as Record<ProgramName, T>;
}
