import { err, type Result, ok } from '@comet/foundation';
import {
  type DaemonSettings,
  freshSettings,
  type Snapshot,
  coversTooMuch,
  type ParamsOf,
  type ResultOf,
} from '@comet/tunnel-protocol';
import { mayUseUdp } from '../../gateways/attempts/transport-order.ts';
import { type Directory, preferredLocation } from '../../gateways/directory.ts';
import type { NetworkMonitoring } from '../../networks/network-monitoring.ts';
import { isPublic } from '../../platform/admission/public-address.ts';
import type { Pause } from '../../tunnel/pause.ts';
import type { RequestFailure } from '../control-channel.ts';
import { type DiagnosisParts, diagnosisCommandsOf } from './diagnosis-commands.ts';
import { type ForwardCommandParts, forwardCommandsOf } from './forward-commands.ts';
import { listRefusal } from './location-list-commands.ts';
import { type ProxyCommandParts, proxyCommandsOf } from './proxy-commands.ts';
import { type SplitCommandParts, splitCommandsOf } from './split-commands.ts';
import {
  type PortableSettings,
  readSettingsText,
  writeSettings,
} from '../../model/settings/settings-text.ts';
import type { Splitter } from '../../split/splitter.ts';

type CommandReply = Promise<Result<Snapshot, RequestFailure>>;

export interface FeatureParts {
  readonly pause: Pause;
  readonly networks: NetworkMonitoring;
  /** Changes settings, and responds when they are in force. */
  set(part: Partial<DaemonSettings>): CommandReply;
  now(): CommandReply;
  /** Whether a text matches any location that has gateways. */
  hasLocation(location: string): boolean;
  readonly directory: Pick<Directory, 'locations'>;
  readonly split: SplitCommandParts;
  readonly forwards: ForwardCommandParts;
  readonly proxies: ProxyCommandParts;
  readonly diagnosis: DiagnosisParts;
}

/** The commands of `feature-commands.ts` in the protocol. */
export function featureCommandsOf({
  pause,
  networks,
  split,
  forwards,
  proxies,
  diagnosis,
  set,
  now,
  hasLocation,
  directory,
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
      // A connect without a location goes to the nearest gateway with free capacity: the fastest one.
      if (server === 'fastest') return set({ server: 'nearest' });
      const location = preferredLocation(server);
      return location === null || hasLocation(location) ? set({ server }) : refuse('location_unknown');
    },
    pause: ({ seconds }: { readonly seconds: number }) => after(pause.begin(seconds)),
    resume: () => after(pause.end()),
    'post-quantum.set': ({ on }: { readonly on: boolean }) => set({ postQuantum: on }),
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
      set,
      checkNetwork: () => networks.checkNetwork(),
    }),
    ...forwardCommandsOf(forwards, set, now),
    ...proxyCommandsOf(proxies, set, now),
    ...diagnosisCommandsOf(diagnosis),
    'network.distrust': ({ name }: { readonly name: string }) => after(networks.distrust(name)),
  };
}

interface SettingsCommandParts {
  readonly settings: () => DaemonSettings;
  readonly splitter: Pick<Splitter, 'supportsPrograms'>;
  readonly directory: Pick<Directory, 'locations'>;
  /** Changes settings, and responds when they are in force. */
  set(part: Partial<DaemonSettings>): Promise<Result<Snapshot, RequestFailure>>;
  /** Call it when the trusted networks or the auto-connect setting may have changed. */
  checkNetwork(): void;
}

/** The commands that transfer settings between machines. */
export function settingsCommandsOf({
  settings,
  splitter,
  directory,
  set,
  checkNetwork,
}: SettingsCommandParts) {
  /** The first refusal of a list as `location-list.add` would return it. */
  function listsRefusal({ locationLists }: PortableSettings) {
    const known = directory.locations() ?? [];
    const refusals = locationLists.map((list) => listRefusal(list, settings().locationLists, known));
    return refusals.find((one) => one !== null) ?? null;
  }

  return {
    'settings.export': (): Promise<Result<ResultOf<'settings.export'>, RequestFailure>> =>
      Promise.resolve(ok({ text: writeSettings(settings()) })),
    'settings.import': async ({ text }: ParamsOf<'settings.import'>) => {
      const read = readSettingsText(text);
      const error =
        read === null
          ? 'settings_unreadable'
          : (refusalOf(read, await splitter.supportsPrograms) ?? listsRefusal(read));
      if (read === null || error !== null)
        return err<RequestFailure>({ error: error ?? 'settings_unreadable', detail: null });
      const done = await set(read);
      checkNetwork();
      return done;
    },
  };
}

/** The error that a single command would return for one of these settings; a file is accepted completely or not at all. */
function refusalOf(read: PortableSettings, supportsPrograms: boolean): RequestFailure['error'] | null {
  const { dns, blockLists, lockdown, protocol, variant, wireguardPort, wireguardOver, splitTunnel } = read;
  if (dns?.servers.every(isPublic) === false) return 'resolver_not_public';
  if (dns !== null && Object.values(blockLists).includes(true)) return 'settings_unreadable';
  if (protocol !== 'openvpn' && variant !== 'automatic') return 'variant_needs_openvpn';
  if (protocol === 'openvpn' && wireguardPort !== 'automatic') return 'port_needs_wireguard';
  if (protocol === 'openvpn' && wireguardOver !== 'automatic') return 'over_needs_wireguard';
  if (wireguardPort !== 'automatic' && !mayUseUdp(read)) return 'settings_unreadable';
  if (lockdown && splitTunnel.mode === 'include') return 'split_locked_down';
  if (coversTooMuch(splitTunnel.networks)) return 'split_too_wide';
  if (splitTunnel.apps.length > 0 && !supportsPrograms) return 'split_apps_unavailable';
  return null;
}
