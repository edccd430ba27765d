import * as z from 'zod/mini';
import { savedName } from './saved-names.ts';
import { snapshot } from '../snapshot.ts';

/** Error codes of the commands in this file. */
export const profileErrors = ['profile_unknown', 'profile_name_taken', 'profile_too_many'] as const;

const named = z.object({ name: savedName });

/** Commands about profiles: a location, the transport, DNS and split tunnelling, applied together. */
export const profileCommands = {
  'profile.list': { params: z.object({}), result: snapshot },
  /**
   * Saves the current settings, and replaces a profile with this name. The location is that of the tunnel if `server.set` would accept it,
   * otherwise the default one.
   */
  'profile.save': { params: named, result: snapshot },
  /** Changes the settings to those of the profile. An existing tunnel is replaced by one to its location. */
  'profile.use': { params: named, result: snapshot },
  'profile.rename': { params: z.object({ name: savedName, to: savedName }), result: snapshot },
  'profile.remove': { params: named, result: snapshot },
} as const;
