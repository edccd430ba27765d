import type { DaemonSettings } from '@comet/tunnel-protocol';
import type { Dns } from '../platform/dns.ts';
import type { SplitCgroup } from './split-cgroup.ts';
import type { Split } from './split.ts';

/** Milliseconds between two looks for programs that were started since. */
const gatherEvery = 500;

export interface SplitterParts {
  readonly split: Split;
  readonly cgroup: SplitCgroup | null;
  readonly settings: () => DaemonSettings;
  readonly log: (line: string) => void;
}

/** Keeps rules and cgroup in step with the settings and with the resolvers that the machine asks. */
export interface Splitter {
  readonly programsCanBeTold: boolean;
  /** The settings are not what they were. */
  adapt(): Promise<void>;
  /** Puts a running process among the named programs. */
  adopt(pid: number): Promise<void>;
  /** Lets a process that was adopted go back to where it was. */
  giveBack(pid: number): Promise<void>;
  /** The same resolvers, with the rules following: before the machine's own are asked again, included programs may not ask. */
  following(dns: Dns): Dns;
  /** Takes everything back. */
  close(): Promise<void>;
}

export function createSplitter({ split, cgroup, settings, log }: SplitterParts): Splitter {
  let tunnelDns: readonly string[] = [];
  let timer: NodeJS.Timeout | null = null;

  async function apply(): Promise<void> {
    const { mode, networks } = settings().splitTunnel;
    await split.apply({ mode, networks, cgroup: cgroup?.path ?? null, tunnelDns });
  }

  function gather(): void {
    const { mode, apps } = settings().splitTunnel;
    if (mode === 'off' || cgroup === null) return;
    cgroup.gather(new Set(apps)).catch((error: unknown) => log(`split tunnelling: ${String(error)}`));
  }

  async function adapt(): Promise<void> {
    const { mode, apps } = settings().splitTunnel;
    if (timer !== null) clearInterval(timer);
    timer = null;
    if (mode === 'off') await cgroup?.release();
    await apply();
    gather();
    if (mode !== 'off' && apps.length > 0) timer = setInterval(gather, gatherEvery);
  }

  return {
    programsCanBeTold: cgroup !== null,
    adapt,
    adopt: (pid) => cgroup?.add(pid) ?? Promise.resolve(),
    giveBack: (pid) => cgroup?.remove(pid) ?? Promise.resolve(),
    following: (dns) => ({
      ...dns,
      async use(...given: Parameters<Dns['use']>) {
        await dns.use(...given);
        [tunnelDns] = given;
        await apply();
      },
      async restore() {
        tunnelDns = [];
        await apply();
        await dns.restore();
      },
    }),
    async close() {
      if (timer !== null) clearInterval(timer);
      await cgroup?.release();
      await split.apply({ mode: 'off', networks: [], cgroup: null, tunnelDns: [] });
    },
  };
}
