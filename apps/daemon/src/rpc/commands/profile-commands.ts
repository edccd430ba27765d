import { err, type Result } from '@comet/foundation';
import { type DaemonSettings, maxProfiles, type ParamsOf, type Snapshot } from '@comet/tunnel-protocol';
import { destinationOf, type Directory, preferredLocation } from '../../gateways/directory.ts';
import type { Goal } from '../../model/goal.ts';
import { profileNamed, profileSettings } from '../../model/settings/profiles.ts';
import type { StateFile } from '../../platform/files/state-file.ts';
import type { Splitter } from '../../split/splitter.ts';
import type { Tunnel } from '../../tunnel/machine.ts';
import { goalOf } from '../../tunnel/state.ts';
import type { Caller, RequestFailure } from '../control-channel.ts';
import { settingsRefusal } from './settings-commands.ts';

type CommandReply = Promise<Result<Snapshot, RequestFailure>>;

interface ProfileCommandParts {
  readonly directory: Pick<Directory, 'hasLocation' | 'byExit' | 'refresh'>;
  readonly tunnel: Pick<Tunnel, 'state'>;
  readonly file: Pick<StateFile, 'current'>;
  readonly splitter: Pick<Splitter, 'supportsPrograms'>;
  /** Changes settings, and responds when they are in force. */
  set(part: Partial<DaemonSettings>): CommandReply;
  now(): CommandReply;
  connect(params: ParamsOf<'connect'>, caller: Caller): CommandReply;
}

/** The commands about profiles. */
export function profileCommandsOf(parts: ProfileCommandParts) {
  const { directory, tunnel, file, set, now } = parts;
  const refuse = (error: RequestFailure['error'], detail: string | null = null) =>
    err<RequestFailure>({ error, detail });
  const profiles = () => file.current.settings.profiles;

  return {
    'profile.list': now,
    'profile.save': async ({ name }: ParamsOf<'profile.save'>) => {
      const { settings } = file.current;
      const former = profileNamed(name, profiles());
      if (former === undefined && profiles().length >= maxProfiles) return refuse('profile_too_many');
      const server = locationOf(goalOf(tunnel.state), directory) ?? settings.server;
      const saved = { name: former?.name ?? name, ...profileSettings({ ...settings, server }) };
      return set({
        profiles:
          former === undefined
            ? [...profiles(), saved]
            : profiles().map((one) => (one === former ? saved : one)),
      });
    },
    'profile.use': async ({ name }: ParamsOf<'profile.use'>, caller: Caller) => {
      const supportsPrograms = await parts.splitter.supportsPrograms;
      const profile = profileNamed(name, profiles());
      if (profile === undefined) return refuse('profile_unknown');
      const chosen = profileSettings(profile);
      const location = preferredLocation(chosen.server);
      const isUnknown = () => location !== null && !directory.hasLocation(location);
      // A newer list may have a location that an older one lacks.
      if (isUnknown()) await directory.refresh(caller.signal);
      if (isUnknown()) return refuse('location_unknown', location);
      const { lockdown } = file.current.settings;
      const refusal = settingsRefusal({ ...chosen, lockdown }, supportsPrograms);
      if (refusal !== null) return refuse(refusal);
      const done = await set(chosen);
      return done.ok && goalOf(tunnel.state) !== null
        ? parts.connect({ location: destinationOf(chosen.server) }, caller)
        : done;
    },
    'profile.rename': async ({ name, to }: ParamsOf<'profile.rename'>) => {
      const profile = profileNamed(name, profiles());
      if (profile === undefined) return refuse('profile_unknown');
      const other = profileNamed(to, profiles());
      if (other !== undefined && other !== profile) return refuse('profile_name_taken');
      return set({ profiles: profiles().map((one) => (one === profile ? { ...one, name: to } : one)) });
    },
    'profile.remove': async ({ name }: ParamsOf<'profile.remove'>) => {
      const profile = profileNamed(name, profiles());
      return profile === undefined
        ? refuse('profile_unknown')
        : set({ profiles: profiles().filter((one) => one !== profile) });
    },
  };
}

/** The location of a tunnel as the default location; null without one, and for exits that are used only on request. */
function locationOf(goal: Goal | null, { byExit }: Pick<Directory, 'byExit'>): string | null {
  if (goal === null || goal.location === null || goal.dedicated || byExit(goal.location)) return null;
  return goal.location === 'fastest' ? 'nearest' : goal.location;
}
