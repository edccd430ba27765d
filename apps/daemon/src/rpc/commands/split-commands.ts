import { err, ok, type Result } from '@comet/foundation';
import {
  coversTooMuch,
  type DaemonSettings,
  type ParamsOf,
  type ResultOf,
  type Snapshot,
} from '@comet/tunnel-protocol';
import type { Splitter } from '../../split/splitter.ts';
import type { Caller, RequestFailure } from '../control-channel.ts';

type CommandReply = Promise<Result<Snapshot, RequestFailure>>;

export interface SplitCommandParts {
  readonly splitter: Pick<Splitter, 'supportsPrograms' | 'adopt' | 'release'>;
  readonly settings: () => DaemonSettings;
  /** Finds the programs of this machine's menus. */
  readonly programs: () => Promise<ResultOf<'programs'>['programs']>;
}

/** The commands of split tunnelling. */
export function splitCommandsOf(
  { splitter, settings, programs }: SplitCommandParts,
  set: (part: Partial<DaemonSettings>) => CommandReply,
) {
  const refuse = (error: RequestFailure['error']) => err<RequestFailure>({ error, detail: null });
  const change = (part: Partial<DaemonSettings['splitTunnel']>) =>
    set({ splitTunnel: { ...settings().splitTunnel, ...part } });
  const setMode = async (mode: DaemonSettings['splitTunnel']['mode']) =>
    mode === 'include' && settings().lockdown ? refuse('split_locked_down') : change({ mode });

  return {
    programs: async () => ok({ programs: (await splitter.supportsPrograms) ? await programs() : [] }),
    'split.set': ({ mode }: ParamsOf<'split.set'>) => setMode(mode),
    'split.add': async (item: ParamsOf<'split.add'>) => {
      if (item.kind === 'network') {
        const networks = withItem(settings().splitTunnel.networks, item.network);
        return coversTooMuch(networks) ? refuse('split_too_wide') : change({ networks });
      }
      // The existing list is read after the wait: another client may change it meanwhile.
      return (await splitter.supportsPrograms)
        ? change({ apps: withItem(settings().splitTunnel.apps, item.path) })
        : refuse('split_apps_unavailable');
    },
    'split.remove': async (item: ParamsOf<'split.remove'>) => {
      const { apps, networks } = settings().splitTunnel;
      const [list, one] = item.kind === 'app' ? [apps, item.path] : [networks, item.network];
      if (!list.includes(one)) return refuse('split_unknown');
      const left = list.filter((other) => other !== one);
      return change(item.kind === 'app' ? { apps: left } : { networks: left });
    },
    'split.adopt': async ({ pid, mode }: ParamsOf<'split.adopt'>, caller: Caller) => {
      if (!(await splitter.supportsPrograms)) return refuse('split_apps_unavailable');
      const now = settings().splitTunnel.mode;
      if (now !== 'off' && now !== mode) return refuse('split_other_mode');
      if (mode === 'include' && settings().lockdown) return refuse('split_locked_down');
      if (!(await caller.isProcess(pid))) return refuse('not_your_process');
      await splitter.adopt(pid);
      // If the process has ended, another one may have its number: the moved process must be the checked one.
      if (!(await caller.isProcess(pid))) {
        await splitter.release(pid);
        return refuse('not_your_process');
      }
      return setMode(mode);
    },
  };
}

function withItem(list: readonly string[], added: string): string[] {
  return [...list.filter((one) => one !== added), added].slice(-64);
}
