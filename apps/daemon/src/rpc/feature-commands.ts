import { err, type Result } from '@comet/foundation';
import { type DaemonSettings, freshSettings, type Snapshot } from '@comet/tunnel-protocol';
import { placeOf } from '../gateways/directory.ts';
import type { NetworkKeeper } from '../networks/network-keeper.ts';
import { isPublic } from '../platform/public-address.ts';
import type { Pause } from '../tunnel/pause.ts';
import type { RequestFailure } from './conversation.ts';
import { type DiagnosisParts, diagnosisCommandsOf } from './diagnosis-commands.ts';
import { type ProxyCommandParts, proxyCommandsOf } from './proxy-commands.ts';
import { settingsCommandsOf } from './settings-commands.ts';
import { type SplitCommandParts, splitCommandsOf } from './split-commands.ts';

type Answer = Promise<Result<Snapshot, RequestFailure>>;

export interface FeatureParts {
  readonly pause: Pause;
  readonly networks: NetworkKeeper;
  /** Changes settings, and answers when they hold. */
  set(part: Partial<DaemonSettings>): Answer;
  now(): Answer;
  /** Whether a text names any place where gateways stand themselves. */
  knows(place: string): boolean;
  readonly split: SplitCommandParts;
  readonly proxies: ProxyCommandParts;
  readonly diagnosis: DiagnosisParts;
}

/** What the commands of `feature-commands.ts` in the protocol do. */
export function featureCommandsOf({
  pause,
  networks,
  split,
  proxies,
  diagnosis,
  set,
  now,
  knows,
}: FeatureParts) {
  const refuse = (error: RequestFailure['error']) => err<RequestFailure>({ error, detail: null });
  const after = async (done: Promise<Result<null, RequestFailure['error']>>) => {
    const outcome = await done;
    return outcome.ok ? now() : refuse(outcome.error);
  };
  return {
    'dns.set': async ({ dns }: Pick<DaemonSettings, 'dns'>) => {
      if (dns?.servers.every(isPublic) === false) return refuse('resolver_not_public');
      return set({ dns, ...(dns === null ? {} : { blockLists: freshSettings.blockLists }) });
    },
    'block-lists.set': ({ blockLists }: Pick<DaemonSettings, 'blockLists'>) => set({ blockLists, dns: null }),
    'server.set': async ({ server }: Pick<DaemonSettings, 'server'>) => {
      const place = placeOf(server);
      return place === null || knows(place) ? set({ server }) : refuse('location_unknown');
    },
    pause: ({ seconds }: { readonly seconds: number }) => after(pause.begin(seconds)),
    resume: () => after(pause.end()),
    'post-quantum.set': ({ on }: { readonly on: boolean }) => set({ postQuantum: on }),
    'auto-connect.set': async ({ on }: { readonly on: boolean }) => {
      const done = await set({ autoConnect: on });
      networks.look();
      return done;
    },
    'network.trust': ({ name }: { readonly name: string | null }) => after(networks.trust(name)),
    'split.list': now,
    ...splitCommandsOf(split, set),
    ...settingsCommandsOf({
      settings: split.settings,
      splitter: split.splitter,
      set,
      look: () => networks.look(),
    }),
    ...proxyCommandsOf(proxies, set, now),
    ...diagnosisCommandsOf(diagnosis),
    'network.distrust': ({ name }: { readonly name: string }) => after(networks.distrust(name)),
  };
}
