import type {
  CommandError,
  PlatformFeature,
  ProtocolChoice,
  VariantChoice,
  Way,
} from '@comet/tunnel-protocol';

import { featureErrorTexts } from './tunnel-features.ts';
import { updateErrorTexts } from './tunnel-updates.ts';

export { blockTexts } from './tunnel-blocks.ts';
export { exitTexts } from './tunnel-exits.ts';
export { localProxyTexts } from './tunnel-proxies.ts';
export { updateRefusalTexts } from './tunnel-updates.ts';
export { vpnErrorText } from './vpn-errors.ts';

/** Why the daemon did not do what it was asked. `connect_failed` and `connect_refused` are told by their block reason, `api_refused` by the API's words. */
export const commandErrorTexts: Readonly<Record<CommandError, string>> = {
  malformed_request:
    'The daemon did not understand the request. Update comet and cometd to the same version.',
  unknown_command: 'The daemon does not know this command. Update comet and cometd to the same version.',
  not_signed_in: 'You are not signed in. Sign in with `comet login`.',
  already_signed_in: 'You are signed in already. Sign out first with `comet logout`.',
  wrong_credentials: 'Wrong username or password.',
  two_factor_required: 'This account asks for a two-factor code.',
  two_factor_code_wrong: 'The one time code you entered was incorrect.',
  recovery_code_wrong: 'The recovery code you entered was incorrect.',
  authentication_failed:
    'Your sign-in is no longer valid. Sign out with `comet logout`, then sign in again with `comet login`.',
  account_deleted:
    'This account was recently deleted. Please create a new one or contact support to recover old one.',
  too_many_requests: 'Too many requests. Wait a few minutes, then try again.',
  api_unreachable: 'Comet cannot be reached. Check that this machine is online, then try again.',
  clock_ahead:
    'The clock of this machine seems to be ahead of the time. Set its date and time, then try again; where they are right, try another network.',
  clock_behind:
    'The clock of this machine seems to be behind the time. Set its date and time, then try again; where they are right, try another network.',
  api_refused: 'Comet refused the request.',
  login_denied: 'The sign-in was refused in the dashboard.',
  login_revoked:
    'The approval was withdrawn, or ended with the session that gave it: by a new password or email, a change of two-factor, or a sign-out. Start again with `comet login`.',
  login_used: 'This code was used already. Start again with `comet login`.',
  login_expired: 'The code has expired. Start again with `comet login`.',
  location_unknown: 'There is no such location. `comet locations` lists them.',
  location_offline:
    'No gateway of this location is online. The tunnel stays as it is. `comet locations` shows what is online.',
  address_unknown: 'You have no such dedicated address in use. The dashboard lists yours.',
  entry_is_exit:
    'Entry and exit would be the same gateway, which would see both who you are and where you go: name another location after `--via`, or leave it out.',
  protocol_unavailable: 'This location does not offer the protocol that you chose.',
  variant_needs_openvpn:
    'Variants are only available with OpenVPN. Choose it first with `comet set protocol openvpn`.',
  unsupported_here: 'Comet cannot do this on this operating system.',
  device_unknown: 'There is no such device any more.',
  device_in_use: 'This is the device in your hands. Sign it out with `comet logout`.',
  connect_failed: 'The tunnel did not come up.',
  connect_refused: 'Your account does not allow this connection. The tunnel stays as it is.',
  ...featureErrorTexts,
  ...updateErrorTexts,
  not_kept:
    'Done, but the disk takes nothing now: if cometd starts again, it is forgotten. Make room; it is then written within a minute.',
  superseded: 'Another `comet` command took the place of this one.',
  internal_error: 'Something went wrong in cometd. See what it says in the system log.',
};

const variantNames = {
  udp: 'OpenVPN over UDP',
  tcp: 'OpenVPN over TCP',
  tls: 'OpenVPN over TLS',
  shadowsocks: 'OpenVPN over Shadowsocks',
  obfs4: 'OpenVPN over obfs4',
} as const;

/** What a chosen protocol or variant is called: `OpenVPN`, `OpenVPN over TLS`. */
export const choiceNames: Readonly<
  Record<Exclude<ProtocolChoice, 'automatic'> | Exclude<VariantChoice, 'automatic'>, string>
> = { wireguard: 'WireGuard', openvpn: 'OpenVPN', ...variantNames };

/** What not every operating system can do. */
export const platformFeatureNames: Readonly<Record<PlatformFeature, string>> = {
  openvpn: 'OpenVPN',
  split_tunnel: 'Split tunnelling',
  multi_hop: 'Going through two gateways',
};

/** What a way to a gateway is called. */
export function wayName(way: Way): string {
  return way.protocol === 'wireguard' ? choiceNames.wireguard : variantNames[way.variant];
}
