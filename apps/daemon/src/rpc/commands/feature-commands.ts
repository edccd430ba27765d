import { err, type Result } from '@comet/foundation';
import { type DaemonSettings, freshSettings, type Snapshot } from '@comet/tunnel-protocol';
import { type Directory, preferredLocation } from '../../gateways/directory.ts';
import type { NameLists } from '../../names/name-lists.ts';
import type { MeteredNetwork } from '../../networks/metered-network.ts';
import type { NetworkMonitoring } from '../../networks/network-monitoring.ts';
import type { Pause } from '../../tunnel/pause.ts';
import { arePublic } from '../../tunnel/resolvers.ts';
import type { RequestFailure } from '../control-channel.ts';
import { type DiagnosisParts, diagnosisCommandsOf } from './diagnosis-commands.ts';
import { type ForwardCommandParts, forwardCommandsOf } from './forward-commands.ts';
import { type PortalCommandParts, portalCommandsOf } from './portal-commands.ts';
import { type ProxyCommandParts, proxyCommandsOf } from './proxy-commands.ts';
import { settingsCommandsOf } from './settings-commands.ts';
import { type SplitCommandParts, splitCommandsOf } from './split-commands.ts';

type CommandReply = Promise<Result<Snapshot, RequestFailure>>;

export interface FeatureParts {
  readonly pause: Pause;
  readonly networks: NetworkMonitoring;
  readonly meteredNetwork: Pick<MeteredNetwork, 'settingsChanged'>;
  /** Changes settings, and responds when they are in force. */
  set(part: Partial<DaemonSettings>): CommandReply;
  now(): CommandReply;
  /** Whether a text matches any location that has gateways. */
  hasLocation(location: string): boolean;
  readonly directory: Pick<Directory, 'locations' | 'refresh'>;
  readonly nameLists: Pick<NameLists, 'textLists' | 'importTexts'>;
  readonly split: SplitCommandParts;
  readonly forwards: ForwardCommandParts;
  readonly proxies: ProxyCommandParts;
  readonly portal: PortalCommandParts;
  readonly diagnosis: DiagnosisParts;
}

/** The commands of `feature-commands.ts` in the protocol. */
export function featureCommandsOf({
  pause,
  networks,
  meteredNetwork: network,
  split,
  forwards,
  proxies,
  portal,
  diagnosis,
  set,
  now,
  hasLocation,
  directory,
  nameLists,
}: FeatureParts) {
  const refuse = (error: RequestFailure['error']) => err<RequestFailure>({ error, detail: null });
  const after = async (done: Promise<Result<null, RequestFailure['error']>>) => {
    const outcome = await done;
    return outcome.ok ? now() : refuse(outcome.error);
  };
  return {
    'dns.set': async ({ dns }: Pick<DaemonSettings, 'dns'>) => {
      if (!arePublic(dns)) return refuse('resolver_not_public');
      return set({ dns, ...(dns === null ? {} : { blockLists: freshSettings.blockLists }) });
    },
    'block-lists.set': ({ blockLists }: Pick<DaemonSettings, 'blockLists'>) => set({ blockLists, dns: null }),
    'server.set': async ({ server }: Pick<DaemonSettings, 'server'>) => {
      // A connect without a location goes to the nearest gateway with free capacity: the fastest one.
      if (server === 'fastest') return set({ server: 'nearest' });
      const location = preferredLocation(server);
      return location === null || hasLocation(location) ? set({ server }) : refuse('location_unknown');
    },
    pause: ({ seconds }: { readonly seconds: number }) => after(pause.begin(seconds)),
    resume: () => after(pause.end()),
    'post-quantum.set': ({ on }: { readonly on: boolean }) => set({ postQuantum: on }),
    'metered.set': async ({ metered }: Pick<DaemonSettings, 'metered'>) => {
      const done = await set({ metered });
      network.settingsChanged();
      return done;
    },
    'auto-connect.set': async ({ on }: { readonly on: boolean }) => {
      const done = await set({ autoConnect: on });
      networks.checkNetwork();
      return done;
    },
    'network.trust': ({ name }: { readonly name: string | null }) => after(networks.trust(name)),
    'split.list': now,
    ...splitCommandsOf(split, set),
    ...settingsCommandsOf({
      settings: split.settings,
      splitter: split.splitter,
      directory,
      nameLists,
      set,
      checkNetwork: () => networks.checkNetwork(),
    }),
    ...forwardCommandsOf(forwards, set, now),
    ...proxyCommandsOf(proxies, directory, set, now),
    ...portalCommandsOf(portal, now),
    ...diagnosisCommandsOf(diagnosis),
    'network.distrust': ({ name }: { readonly name: string }) => after(networks.distrust(name)),
  };
}
