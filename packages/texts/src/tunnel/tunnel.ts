import type {
  CommandError,
  PlatformFeature,
  ProtocolChoice,
  VariantChoice,
  Transport,
  ProxyTrouble,
  UpdateRefusal,
} from '@comet/tunnel-protocol';

/** Why the daemon did not do it. */
const featureErrorTexts = {
  resolver_not_public:
    'This is no public address. A resolver of the local network would hear every name, outside of the tunnel.',
  nothing_to_pause: 'There is no tunnel to pause.',
  pause_locked_down:
    'Lockdown is on, so a pause would let nothing out. End it first with `comet lockdown off`.',
  not_paused: 'Nothing is paused.',
  network_unknown: 'This machine is in no network that could be told apart from others.',
  network_not_trusted: 'No trusted network has this name. `comet settings` lists them.',
  split_apps_unavailable: 'This machine has no cgroups (version 2), so programs cannot be told apart.',
  split_other_mode:
    'Split tunnelling is set the other way round, by `comet split` or an earlier `comet exclude` or `comet include`. End that with `comet split off`, then try again.',
  split_locked_down:
    'Under lockdown nothing leaves without a tunnel, so not all but a few programs can go outside of it.',
  split_too_wide:
    'This covers too much of the internet. Networks outside the tunnel are /8 or smaller for IPv4 and /16 or smaller for IPv6, also taken together.',
  split_unknown: 'That is not named. `comet split` lists what is.',
  proxy_port_taken: 'Another program listens at this port. Choose another one.',
  proxy_too_many: 'There are 32 such ports already. Close one with `comet proxy remove PORT`.',
  country_unknown:
    'There is no such country. Countries are named as ISO 3166-1 does: us, or gb for the United Kingdom.',
  proxy_unknown: 'This port is none of them. `comet proxy` lists them.',
  settings_unreadable: 'This is no file of Comet’s settings that this version can read.',
  not_your_process: 'Only the user who starts a program can have it split.',
} as const;

/** Why an update was rejected. Nothing of it is stored. */
export const updateRefusalTexts: Readonly<Record<UpdateRefusal, string>> = {
  unreadable: 'What is said of new versions cannot be read.',
  signature_wrong: 'What is said of new versions is not signed by Comet, so it was not believed.',
  other_product: 'What is said of new versions is meant for another program, so it was not believed.',
  not_yet_valid: 'What is said of new versions lies in the future. Check this machine’s clock.',
  expired:
    'What is said of new versions is out of date. Check this machine’s clock; if it is right, somebody may hold newer versions back.',
  older: 'An older version was offered in place of this one, and refused.',
  too_large: 'The new version is larger than any of ours, so it was not fetched.',
  package_wrong: 'The package that came is not the one that Comet signed. It was thrown away.',
};

/** Why the daemon did not do it. */
const updateErrorTexts = {
  updates_elsewhere: 'New versions come from where this package came from: `apt upgrade` brings them.',
  update_refused: 'What is said of new versions was not believed.',
  update_none: 'There is no newer version.',
} as const;

/** Why a connection through `comet proxy` failed, for the program and its user. */
export const localProxyTexts: Readonly<Record<ProxyTrouble, string>> = {
  spending_stopped:
    'Residential data, the proxy and dedicated addresses are stopped on your account. Write to support in the dashboard.',
  subscription_required: 'Your account has no active subscription. Choose a plan in the dashboard.',
  email_unverified: 'Your email address is not confirmed yet. Follow the link in the mail we sent you.',
  not_signed_in: 'You are not signed in. Sign in with `comet login`, or in the app.',
  proxy_users_off: 'Every proxy user of your account is switched off. Switch one on in the dashboard.',
  api_unreachable: 'Comet cannot be reached. Check that this machine is online.',
  proxy_unavailable: 'No residential proxy is in service right now. Try again in a moment.',
  proxy_unreachable: 'The residential proxy does not answer. Try again in a moment.',
  proxy_refused: 'The residential proxy did not let this machine in. Try again in a moment.',
};

/** Labels of exit types. */
export const exitTexts = {
  /** Behind a location in the list. */
  kinds: {
    native_residential: 'residential, uses your data',
    residential: 'residential, shared',
  },
  /** For a location that uses any exit of the country. */
  anyCity: 'UDP and IPv6 may be refused',
} as const;

export { blockTexts } from './tunnel-blocks.ts';
export { vpnErrorText } from './vpn-errors.ts';

/**
 * Texts of the daemon's errors. `connect_failed` and `connect_refused` have the text of their block reason, `api_refused` the API's
 * message.
 */
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

/** The name of a transport as shown to users. */
export function transportName(transport: Transport): string {
  return transport.protocol === 'wireguard' ? choiceNames.wireguard : variantNames[transport.variant];
}
