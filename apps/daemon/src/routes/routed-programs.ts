import { createHash } from 'node:crypto';
import type { SplitPlan } from '../platform/firewall/split-rules.ts';
import type { SplitCgroups } from '../split/split-cgroup.ts';

/** Interval in ms of the search for newly started programs. */
const gatherInterval = 500;

interface RoutedProgramsParts {
  /** Opens the cgroups with this name; null if the machine has none. */
  readonly open: (name: string) => Promise<SplitCgroups | null>;
  /** Called before a new cgroup contains a process. */
  readonly onChange: () => Promise<void>;
  readonly onError: (error: unknown) => void;
}

/** The cgroups of routed programs, by path: each program has its own. */
export interface RoutedPrograms {
  /** Routes these programs and no others. */
  set(paths: readonly string[]): Promise<void>;
  cgroups(path: string): Promise<SplitPlan['cgroups']>;
  /** Moves all processes back. */
  close(): Promise<void>;
}

/** Creates the keeper of the programs' cgroups. It searches for new processes every 500 ms while there is a program. */
export function routedPrograms({ open, onChange, onError }: RoutedProgramsParts): RoutedPrograms {
  const opened = new Map<string, SplitCgroups>();
  let timer: NodeJS.Timeout | null = null;
  let gathering: Promise<void> | null = null;

  async function gatherAll(): Promise<void> {
    for (const [path, cgroups] of opened) await cgroups.gather(new Set([path]), onChange);
  }

  function gather(): void {
    gathering ??= gatherAll()
      .catch(onError)
      .finally(() => {
        gathering = null;
      });
  }

  async function stop(): Promise<void> {
    if (timer !== null) clearInterval(timer);
    timer = null;
    await gathering;
  }

  async function set(paths: readonly string[]): Promise<void> {
    await stop();
    for (const [path, cgroups] of opened) {
      if (paths.includes(path)) continue;
      opened.delete(path);
      await cgroups.release();
    }
    for (const path of paths) {
      const cgroups = opened.get(path) ?? (await open(nameOf(path)));
      if (cgroups !== null) opened.set(path, cgroups);
    }
    if (opened.size === 0) return;
    gather();
    await gathering;
    timer = setInterval(gather, gatherInterval);
  }

  return {
    set,
    cgroups: async (path) => (await opened.get(path)?.known()) ?? [],
    close: () => set([]),
  };
}

function nameOf(path: string): string {
  return `comet.route.${createHash('sha256').update(path).digest('hex').slice(0, 16)}`;
}
