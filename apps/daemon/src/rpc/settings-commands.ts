import { err, ok, type Result } from '@comet/foundation';
import {
  coversTooMuch,
  type DaemonSettings,
  type ParamsOf,
  type ResultOf,
  type Snapshot,
} from '@comet/tunnel-protocol';
import { type PortableSettings, readSettingsText, writeSettings } from '../choices/settings-text.ts';
import { isPublic } from '../platform/public-address.ts';
import type { Splitter } from '../split/splitter.ts';
import type { RequestFailure } from './conversation.ts';

export interface SettingsCommandParts {
  readonly settings: () => DaemonSettings;
  readonly splitter: Pick<Splitter, 'programsCanBeTold'>;
  /** Changes settings, and answers when they hold. */
  set(part: Partial<DaemonSettings>): Promise<Result<Snapshot, RequestFailure>>;
  /** Which networks are trusted, or whether to connect by itself, may be otherwise. */
  look(): void;
}

/** What the commands do that carry settings from one machine to another. */
export function settingsCommandsOf({ settings, splitter, set, look }: SettingsCommandParts) {
  return {
    'settings.export': (): Promise<Result<ResultOf<'settings.export'>, RequestFailure>> =>
      Promise.resolve(ok({ text: writeSettings(settings()) })),
    'settings.import': async ({ text }: ParamsOf<'settings.import'>) => {
      const read = readSettingsText(text);
      const error = read === null ? 'settings_unreadable' : refusalOf(read, await splitter.programsCanBeTold);
      if (read === null || error !== null)
        return err<RequestFailure>({ error: error ?? 'settings_unreadable', detail: null });
      const done = await set(read);
      look();
      return done;
    },
  };
}

/** What one choice at a time would have been refused with; a file is taken whole, or not at all. */
function refusalOf(read: PortableSettings, programsCanBeTold: boolean): RequestFailure['error'] | null {
  const { dns, blockLists, lockdown, protocol, variant, splitTunnel } = read;
  if (dns?.servers.every(isPublic) === false) return 'resolver_not_public';
  if (dns !== null && Object.values(blockLists).includes(true)) return 'settings_unreadable';
  if (protocol !== 'openvpn' && variant !== 'automatic') return 'variant_needs_openvpn';
  if (lockdown && splitTunnel.mode === 'include') return 'split_locked_down';
  if (coversTooMuch(splitTunnel.networks)) return 'split_too_wide';
  if (splitTunnel.apps.length > 0 && !programsCanBeTold) return 'split_apps_unavailable';
  return null;
}
