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
  not_signed_in: 'You’re not signed in.',
  already_signed_in: 'You’re already signed in.',
  authentication_failed: 'Your sign-in has expired. Sign in again.',
  login_revoked:
    'The approval is no longer valid: it was withdrawn, or its session ended because of a new password or email, a two-factor change or a sign-out. Get a new code.',
  login_used: 'This code has already been used. Get a new one.',
  login_expired: 'The code has expired. Get a new one.',
  location_unknown: 'This location no longer exists.',
  location_offline: 'No server is online in this location. Your connection stays as it is.',
  entry_is_exit:
    'Entry and exit would be the same server, which would see both who you are and where you go. Choose another entry location.',
  variant_needs_openvpn: 'Variants are only available with OpenVPN. Choose it first.',
  port_needs_wireguard: 'Ports are only available with WireGuard. Choose it first.',
  over_needs_wireguard: 'QUIC and TCP are only available with WireGuard. Choose it first.',
  entry_lacks_transport:
    'The entry location doesn’t support the port or transport you chose. Choose another entry location.',
  device_in_use: 'That’s this device. Sign out instead.',
  superseded: 'Superseded by a newer request.',
  pause_locked_down: 'Lockdown is on, so a pause would block all traffic. Turn it off first.',
  network_not_trusted: 'This network isn’t trusted.',
  split_other_mode: 'Split tunneling is set to the opposite mode. Change it first.',
  split_too_wide:
    'This covers too much of the internet. In total, use networks of /8 or smaller for IPv4 and /16 or smaller for IPv6.',
  split_unknown: 'It’s no longer on the list.',
  route_unknown: 'This route no longer exists.',
  route_too_many: 'You already have 32 routes. Remove one first.',
  route_location_ambiguous: 'Several locations match. Choose one from the list.',
  portal_none: 'No sign-in page was found on this network.',
  portal_unavailable:
    'To let a single window out, Comet needs cgroups v2, which this system doesn’t have. Pause Comet and sign in.',
  proxy_too_many: 'You already have 32 local proxies. Close one first.',
  proxy_unknown: 'There’s no local proxy on this port.',
  proxy_location_ambiguous: 'Several locations match. Choose one from the list.',
  forward_too_many: 'You can forward five ports. Remove one first.',
  access_proxy_missing: 'Add a SOCKS5 proxy first.',
  forward_unknown: 'This port isn’t forwarded.',
  list_unknown: 'This list no longer exists.',
  list_empty: 'None of the locations on this list exists any more. Add others to it.',
  list_too_many: 'You already have 32 lists. Remove one first.',
  list_residential: 'Residential locations use data, so they can’t be on a list. Choose them directly.',
  profile_unknown: 'This profile no longer exists.',
  profile_too_many: 'You already have 32 profiles. Remove one first.',
  network_rule_unknown: 'This rule no longer exists.',
  network_rule_empty: 'Choose at least one setting for this network.',
  network_rule_too_many: 'You already have rules for 32 networks. Remove one first.',
  statistics_off: 'Statistics are off, so a data budget can’t be watched. Turn them on first.',
};

const tunnelStays = 'Your connection stays as it is.';

const isBlockReason = (detail: string): detail is BlockReason =>
  (blockReasons as readonly string[]).includes(detail);

const isUpdateRefusal = (detail: string): detail is UpdateRefusal =>
  (updateRefusals as readonly string[]).includes(detail);

/**
 * Returns the text of a command's error. `detail` is the block reason of `connect_failed` and `connect_refused`, or the API's message of
 * `api_refused`.
 */
export function failureText(error: CommandError | 'daemon_away', detail: string | null): string {
  if (error === 'daemon_away') return 'Comet’s background service isn’t responding.';
  if (error === 'connect_failed' && detail !== null && isBlockReason(detail)) return blockTexts[detail].what;
  if (error === 'connect_refused' && detail !== null && isBlockReason(detail))
    return `${blockTexts[detail].what} ${tunnelStays}`;
  if (error === 'update_refused' && detail !== null && isUpdateRefusal(detail))
    return updateRefusalTexts[detail];
  if (error === 'api_refused' && detail !== null) return detail;
  return inTheApp[error] ?? commandErrorTexts[error];
}
