import type { Log } from '@comet/foundation/log';
import { taskQueue, reasonOf } from '@comet/foundation';
import type { DaemonSettings } from '@comet/tunnel-protocol';
import type { Dns } from '../platform/dns/dns.ts';
import type { SplitCgroups } from './split-cgroup.ts';
import type { Split } from '../platform/firewall/split-rules.ts';

/** For systems that cannot distinguish the traffic of programs: all traffic is routed alike. */
export const noSplitter: Splitter = {
  supportsPrograms: false,
  adapt: () => Promise.resolve(),
  adopt: () => Promise.resolve(),
  release: () => Promise.resolve(),
  following: (dns) => dns,
  close: () => Promise.resolve(),
};

/** Interval in ms of the search for newly started programs. */
const gatherInterval = 500;

interface SplitterParts {
  readonly split: Split;
  /** Opens the cgroups at the first call; null if the machine has none. */
  readonly cgroups: () => Promise<SplitCgroups | null>;
  readonly settings: () => DaemonSettings;
  /** Of the tunnels to locations. */
  readonly routeLinks: readonly string[];
  readonly log: Log;
}

/** Keeps rules and cgroups in sync with the settings and with the machine's resolvers. */
export interface Splitter {
  readonly supportsPrograms: boolean | Promise<boolean>;
  /** The settings have changed. */
  adapt(): Promise<void>;
  /** Adds a running process to the named programs. */
  adopt(pid: number): Promise<void>;
  /** Moves an adopted process back to its previous cgroup. */
  release(pid: number): Promise<void>;
  /** Returns DNS whose changes update the rules: included programs cannot query before the machine's own resolvers are restored. */
  following(dns: Dns): Dns;
  /** Removes the rules and moves all processes back. */
  close(): Promise<void>;
}

/** Creates the splitter. It searches for programs to move every 500 ms while split tunnelling is on. */
export function createSplitter({ split, cgroups, settings, routeLinks, log }: SplitterParts): Splitter {
  let tunnelDns: readonly string[] = [];
  let timer: NodeJS.Timeout | null = null;
  /** The running search for programs; null if none is running. */
  let gathering: Promise<void> | null = null;

  const turn = taskQueue();

  /** One at a time, so that no older list of cgroups replaces a newer one. */
  function apply(): Promise<void> {
    return turn(async () => {
      const applyPlan = async () => {
        const { mode, networks } = settings().splitTunnel;
        const known = mode === 'off' ? [] : await (await cgroups())?.known();
        await split.apply({ mode, networks, cgroups: known ?? [], routeLinks, tunnelDns });
      };
      // A cgroup may disappear while the rules that name it are loaded: the next list is without it.
      await applyPlan().catch(applyPlan);
    });
  }

  function gather(): void {
    const { mode, apps } = settings().splitTunnel;
    if (mode === 'off' || gathering !== null) return;
    gathering = cgroups()
      .then((opened) => opened?.gather(new Set(apps), apply))
      .catch((error: unknown) => log.error({ reason: reasonOf(error) }, 'Split tunnelling failed'))
      .finally(() => {
        gathering = null;
      });
  }

  /** Ends the periodic search. A running search must not add a program after all have been moved back. */
  async function stopGathering(): Promise<void> {
    if (timer !== null) clearInterval(timer);
    timer = null;
    await gathering;
  }

  async function adapt(): Promise<void> {
    await stopGathering();
    const { mode, apps } = settings().splitTunnel;
    if (mode === 'off') await (await cgroups())?.release();
    await apply();
    gather();
    if (timer !== null) clearInterval(timer);
    timer = mode !== 'off' && apps.length > 0 ? setInterval(gather, gatherInterval) : null;
  }

  return {
    get supportsPrograms() {
      return cgroups().then((opened) => opened !== null);
    },
    adapt,
    adopt: async (pid) => (await cgroups())?.add(pid, apply),
    release: async (pid) => (await cgroups())?.remove(pid),
    following: (dns) => ({
      ...dns,
      async use(...args: Parameters<Dns['use']>) {
        await dns.use(...args);
        [tunnelDns] = args;
        await apply();
      },
      async restore() {
        tunnelDns = [];
        await apply();
        await dns.restore();
      },
    }),
    async close() {
      await stopGathering();
      await (await cgroups())?.release();
      await split.apply({ mode: 'off', networks: [], cgroups: [], routeLinks, tunnelDns: [] });
    },
  };
}
