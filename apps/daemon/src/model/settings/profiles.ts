import { isDeepStrictEqual } from 'node:util';
import { type DaemonSettings, plainName, type Profile } from '@comet/tunnel-protocol';

/** The settings of a profile. */
export type ProfileSettings = Omit<Profile, 'name'>;

/** The part of the settings that a profile contains. */
export function profileSettings(settings: ProfileSettings): ProfileSettings {
  const { server, protocol, variant, wireguardPort, wireguardOver, dns, blockLists, splitTunnel } = settings;
  return { server, protocol, variant, wireguardPort, wireguardOver, dns, blockLists, splitTunnel };
}

/** The profile with this name, in any case and with any punctuation. */
export function profileNamed(name: string, profiles: readonly Profile[]): Profile | undefined {
  return profiles.find((profile) => plainName(profile.name) === plainName(name));
}

/** The first profile whose settings are the current ones. */
export function profileInUse(settings: DaemonSettings): Profile | undefined {
  const current = profileSettings(settings);
  return settings.profiles.find((profile) => isDeepStrictEqual(profileSettings(profile), current));
}
