import {
  type BlockReason,
  blockReasons,
  type CommandError,
  type UpdateRefusal,
  updateRefusals,
} from '@comet/tunnel-protocol';
import { blockTexts, commandErrorTexts, updateRefusalTexts } from '../tunnel/tunnel.ts';

/** Errors whose texts for the command line do not fit the app. */
const inTheApp: Readonly<Partial<Record<CommandError, string>>> = {
  not_signed_in: 'You are not signed in.',
  already_signed_in: 'You are signed in already.',
  authentication_failed: 'Your sign-in is no longer valid. Sign in again.',
  login_revoked:
    'The approval was withdrawn, or ended with the session that gave it: by a new password or email, a change of two-factor, or a sign-out. Ask for a new code.',
  login_used: 'This code was used already. Ask for a new one.',
  login_expired: 'The code has expired. Ask for a new one.',
  location_unknown: 'There is no such location any more.',
  location_offline: 'No gateway of this location is online. The tunnel stays as it is.',
  entry_is_exit:
    'Entry and exit would be the same gateway, which would see both who you are and where you go. Enter at another location.',
  variant_needs_openvpn: 'Variants are only available with OpenVPN. Choose it first.',
  device_in_use: 'This is the device in your hands. Sign it out instead.',
  superseded: 'Something else was asked for meanwhile.',
  pause_locked_down: 'Lockdown is on, so a pause would let nothing out. End it first.',
  network_not_trusted: 'This network is not trusted.',
  split_other_mode: 'Split tunnelling is set the other way round. Change it first.',
  split_too_wide:
    'This covers too much of the internet. Use networks of /8 or smaller for IPv4 and /16 or smaller for IPv6, also taken together.',
  split_unknown: 'That is not named any more.',
  proxy_too_many: 'There are 32 such ports already. Close one first.',
  proxy_unknown: 'This port is none of them.',
};

const tunnelStays = 'The tunnel stays as it is.';

const isBlockReason = (detail: string): detail is BlockReason =>
  (blockReasons as readonly string[]).includes(detail);

const isUpdateRefusal = (detail: string): detail is UpdateRefusal =>
  (updateRefusals as readonly string[]).includes(detail);

/**
 * Returns the text of a command's error. `detail` is the block reason of `connect_failed` and `connect_refused`, or the API's message of
 * `api_refused`.
 */
export function failureText(error: CommandError | 'daemon_away', detail: string | null): string {
  if (error === 'daemon_away') return 'The Comet service does not answer.';
  if (error === 'connect_failed' && detail !== null && isBlockReason(detail)) return blockTexts[detail].what;
  if (error === 'connect_refused' && detail !== null && isBlockReason(detail))
    return `${blockTexts[detail].what} ${tunnelStays}`;
  if (error === 'update_refused' && detail !== null && isUpdateRefusal(detail))
    return updateRefusalTexts[detail];
  if (error === 'api_refused' && detail !== null) return detail;
  return inTheApp[error] ?? commandErrorTexts[error];
}
