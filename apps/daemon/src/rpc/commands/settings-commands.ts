import { err, ok, type Result } from '@comet/foundation';
import {
  coversTooMuch,
  type DaemonSettings,
  type ParamsOf,
  type ResultOf,
  type Snapshot,
} from '@comet/tunnel-protocol';
import { mayUseUdp } from '../../gateways/attempts/transport-order.ts';
import type { Directory } from '../../gateways/directory.ts';
import { withNetworkRule } from '../../model/settings/network-rule.ts';
import type { ProfileSettings } from '../../model/settings/profiles.ts';
import {
  type PortableSettings,
  readSettingsFile,
  writeSettings,
} from '../../model/settings/settings-text.ts';
import type { NameLists } from '../../names/name-lists.ts';
import type { Splitter } from '../../split/splitter.ts';
import { isUsableServer } from '../../tunnel/split-dns.ts';
import { arePublic } from '../../tunnel/resolvers.ts';
import type { RequestFailure } from '../control-channel.ts';
import { listRefusal } from './location-list-commands.ts';

interface SettingsCommandParts {
  readonly settings: () => DaemonSettings;
  readonly splitter: Pick<Splitter, 'supportsPrograms'>;
  readonly directory: Pick<Directory, 'locations'>;
  readonly nameLists: Pick<NameLists, 'textLists' | 'importTexts'>;
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
  nameLists,
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
    'settings.export': async (): Promise<Result<ResultOf<'settings.export'>, RequestFailure>> =>
      ok({ text: writeSettings(settings(), await nameLists.textLists()) }),
    'settings.import': async ({ text }: ParamsOf<'settings.import'>) => {
      const file = readSettingsFile(text);
      const read = file?.settings ?? null;
      const error =
        read === null
          ? 'settings_unreadable'
          : (refusalOf(read, await splitter.supportsPrograms) ?? listsRefusal(read));
      if (file === null || read === null || error !== null)
        return err<RequestFailure>({ error: error ?? 'settings_unreadable', detail: null });
      const refusal = await nameLists.importTexts(file.listTexts);
      if (refusal !== null) return err<RequestFailure>({ error: refusal, detail: null });
      const done = await set(read);
      checkNetwork();
      return done;
    },
  };
}

/** The first refusal of the settings, the rules of networks and the profiles, which may later be used without lockdown. */
function refusalOf(read: PortableSettings, supportsPrograms: boolean): RequestFailure['error'] | null {
  const all = [
    read,
    ...read.networkRules.map((rule) => ({ ...withNetworkRule(read, rule), lockdown: false })),
    ...read.profiles.map((profile) => ({ ...profile, lockdown: false })),
  ];
  if (!read.splitDns.every(({ server }) => isUsableServer(server))) return 'split_dns_server_unusable';
  if (read.routes.some(({ kind }) => kind === 'app') && !supportsPrograms) return 'split_apps_unavailable';
  const refusals = all.map((settings) => settingsRefusal(settings, supportsPrograms));
  return refusals.find((one) => one !== null) ?? null;
}

/** The error that a single command would return for one of these settings; they are accepted completely or not at all. */
export function settingsRefusal(
  settings: ProfileSettings & Pick<DaemonSettings, 'lockdown'>,
  supportsPrograms: boolean,
): RequestFailure['error'] | null {
  const { dns, blockLists, lockdown, protocol, variant, wireguardPort, wireguardOver, splitTunnel } =
    settings;
  if (!arePublic(dns)) return 'resolver_not_public';
  if (dns !== null && Object.values(blockLists).includes(true)) return 'settings_unreadable';
  if (protocol !== 'openvpn' && variant !== 'automatic') return 'variant_needs_openvpn';
  if (protocol === 'openvpn' && wireguardPort !== 'automatic') return 'port_needs_wireguard';
  if (protocol === 'openvpn' && wireguardOver !== 'automatic') return 'over_needs_wireguard';
  if (wireguardPort !== 'automatic' && !mayUseUdp(settings)) return 'settings_unreadable';
  if (lockdown && splitTunnel.mode === 'include') return 'split_locked_down';
  if (coversTooMuch(splitTunnel.networks)) return 'split_too_wide';
  if (splitTunnel.apps.length > 0 && !supportsPrograms) return 'split_apps_unavailable';
  return null;
}
