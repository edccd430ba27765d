import type {
  CommandError,
  ForwardRefusal,
  PlatformFeature,
  TransportChoice,
  Transport,
  ProxyTrouble,
  UpdateRefusal,
} from '@comet/tunnel-protocol';
import { nameListErrorTexts, splitDnsErrorTexts } from './name-lists.ts';

/** Errors of commands for single features. */
const featureErrorTexts = {
  resolver_not_public:
    'This isn’t a public IP address. A resolver on the local network would see all your DNS queries, outside the tunnel.',
  nothing_to_pause: 'You’re not connected, so there’s nothing to pause.',
  pause_locked_down:
    'Lockdown is on, so a pause would block all traffic. Turn it off first with `comet lockdown off`.',
  not_paused: 'Comet isn’t paused.',
  network_unknown: 'Comet can’t identify the current network.',
  network_not_trusted: 'No trusted network has this name. `comet settings` lists them.',
  split_apps_unavailable: 'Split tunneling by app needs cgroups v2, which this system doesn’t have.',
  split_other_mode:
    'Split tunneling is in the opposite mode, set by `comet split` or an earlier `comet exclude` or `comet include`. Turn it off with `comet split off`, then try again.',
  split_locked_down:
    'Lockdown blocks all traffic outside the tunnel, so it can’t be combined with including only some apps.',
  split_too_wide:
    'This covers too much of the internet. In total, networks outside the tunnel must be /8 or smaller for IPv4 and /16 or smaller for IPv6.',
  split_unknown: 'It’s not on the list. `comet split` shows the list.',
  proxy_port_taken: 'Another program is using this port. Choose a different one.',
  proxy_too_many: 'You already have 32 local proxies. Close one with `comet proxy remove PORT`.',
  forward_too_many:
    'You can forward five ports. Remove one with `comet forward remove tcp PORT` or `comet forward remove udp PORT`.',
  access_proxy_missing: 'Add a SOCKS5 proxy first: `comet api add socks5://ADDRESS:PORT`.',
  access_shadowsocks_missing: 'Add a Shadowsocks server first: `comet api add ss://…`.',
  access_text_malformed:
    'That’s neither a bridge text from Comet nor the address of a Shadowsocks server. Copy it again, in full. A Shadowsocks server needs an IP address, no plugin, and AES-GCM or ChaCha20.',
  access_text_refused: 'This bridge text isn’t from Comet, or it was changed. Get a new one.',
  access_text_expired: 'This bridge text has expired. Get a new one.',
  access_text_unreachable:
    'The file can’t be loaded. Open its address in a browser, copy the text, and add the text instead.',
  forward_unknown: 'This port isn’t forwarded. `comet forward` lists your forwarded ports.',
  country_unknown: 'Unknown country. Use a two-letter ISO 3166-1 code: us, or gb for the United Kingdom.',
  proxy_unknown: 'There’s no local proxy on this port. `comet proxy` lists them.',
  proxy_too_many_locations:
    'Your local proxies and routes already use four locations, each with its own tunnel. Use one of them, or remove one first.',
  proxy_location_ambiguous:
    'Several locations match. Name one by its code; `comet locations` shows the codes.',
  settings_unreadable: 'This isn’t a Comet settings file, or this version can’t read it.',
  not_your_process: 'You can only do this with programs you started yourself.',
  portal_none: 'No sign-in page was found on this network. Check again with `comet portal`.',
  portal_unavailable:
    'To let a single program out, Comet needs cgroups v2, which this system doesn’t have. Use `comet pause 5m` and sign in.',
} as const;

/** Errors of the commands about custom lists of locations. */
const locationListErrorTexts = {
  list_name_taken: 'This name already stands for a location or a choice of Comet. Use another one.',
  list_unknown: 'There’s no list with this name. `comet lists` shows your lists.',
  list_empty: 'None of the locations on this list exists any more. Add others with `comet lists add`.',
  list_too_many: 'You already have 32 lists. Remove one with `comet lists remove NAME`.',
  list_full: 'A list can have 32 locations. Remove one first, or start another list.',
  list_residential:
    'Residential locations use data, so they can’t be on a list. Connect to them by their own name.',
} as const;

/** Errors of the commands about profiles. */
const profileErrorTexts = {
  profile_unknown: 'There’s no profile with this name. `comet profile` shows your profiles.',
  profile_name_taken: 'Another profile has this name already.',
  profile_too_many: 'You already have 32 profiles. Remove one with `comet profile remove NAME`.',
} as const;

/** Errors of the commands about rules of networks. */
const networkRuleErrorTexts = {
  network_rule_unknown: 'No rule has this name. `comet network` shows your rules.',
  network_rule_empty: 'A rule must change something. To remove one, use `comet network remove NAME`.',
  network_rule_too_many:
    'You already have rules for 32 networks. Remove one with `comet network remove NAME`.',
} as const;

/** Errors of the commands about routes. */
const routeErrorTexts = {
  route_site_invalid: 'This isn’t a domain. Use one like example.com; IP addresses can’t be routed by name.',
  route_unknown: 'There’s no route for this. `comet route list` shows your routes.',
  route_too_many: 'You already have 32 routes. Remove one with `comet route remove`.',
  route_too_many_locations:
    'Your routes and local proxies already use four locations, each with its own tunnel. Use one of them, or remove one first.',
  route_location_ambiguous:
    'Several locations match. Name one by its code; `comet locations` shows the codes.',
} as const;

/** Why an update was rejected. Nothing of it is stored. */
export const updateRefusalTexts: Readonly<Record<UpdateRefusal, string>> = {
  unreadable: 'The update information can’t be read.',
  signature_wrong: 'The update information isn’t signed by Comet, so it was rejected.',
  other_product: 'The update information is for another program, so it was rejected.',
  not_yet_valid: 'The update information is dated in the future. Check this computer’s clock.',
  expired:
    'The update information is out of date. Check this computer’s clock; if it’s right, someone may be withholding newer versions.',
  older: 'The update was older than this version, so it was rejected.',
  too_large: 'The update is larger than any of ours, so it wasn’t downloaded.',
  package_wrong: 'The downloaded package isn’t the one Comet signed, so it was deleted.',
};

/** Errors of updates. */
const updateErrorTexts = {
  updates_elsewhere: 'Updates come from your package manager: use `apt upgrade`.',
  update_refused: 'The update information was rejected.',
  update_none: 'Comet is up to date.',
  update_metered:
    'This network is metered, so Comet downloads no updates on it. To download it anyway, set “Metered network” to “No”.',
} as const;

/** Errors of sending a report. */
const reportErrorTexts = {
  report_gone: 'This report is no longer available. Create a new one.',
  report_unverified: 'Confirm your email in the dashboard first. Until then, you can’t send reports.',
  report_limit:
    'You’ve sent five reports today. Try again tomorrow, or add the file to a message to support.',
} as const;

/** Errors of statistics. */
const statisticsErrorTexts = {
  statistics_off:
    'Statistics are off, so a data budget can’t be watched. Turn them on with `comet set statistics on`.',
  statistics_not_kept: 'The statistics couldn’t be deleted from the disk. Try again.',
} as const;

/** Why a connection through a local proxy to a location failed, for the program and its user. */
export const locationProxyTexts = {
  no_exit:
    'The tunnel to this location isn’t up, so nothing was sent. Connect first; `comet proxy` shows the state.',
  not_allowed: 'Local proxies connect to public addresses only.',
  unresolved: 'The location’s DNS server doesn’t know this name.',
  unreachable: 'The server isn’t responding.',
} as const;

/** Why a connection through `comet proxy` to a residential exit failed, for the program and its user. */
export const localProxyTexts: Readonly<Record<ProxyTrouble, string>> = {
  spending_stopped:
    'Residential data, the residential proxy and dedicated IPs are suspended on your account. Contact support in the dashboard.',
  subscription_required: 'Your account has no active plan. Choose a plan in the dashboard.',
  email_unverified: 'Your email address isn’t confirmed yet. Follow the link in the email we sent you.',
  not_signed_in: 'You’re not signed in. Sign in with `comet login`, or in the app.',
  proxy_users_off: 'All your proxy users are turned off. Turn one on in the dashboard.',
  api_unreachable: 'Comet can’t be reached. Check that this computer is online.',
  proxy_unavailable: 'The residential proxy isn’t available right now. Try again in a moment.',
  proxy_unreachable: 'The residential proxy isn’t responding. Try again in a moment.',
  proxy_refused: 'The residential proxy refused this device. Try again in a moment.',
};

/** Why a gateway doesn’t forward one of the user’s ports. */
export const forwardRefusalTexts: Readonly<Record<ForwardRefusal, string>> = {
  not_offered:
    'This connection has no port forwarding. Choose a location that offers it, with WireGuard as protocol.',
  no_port_left: 'No port is free right now. Remove a port, or try again in an hour.',
};

/** Labels of exit types. */
export const exitTexts = {
  /** Appended to a location in the list. */
  kinds: {
    native_residential: 'residential, uses your data',
    residential: 'residential, shared',
  },
  /** For a location that uses any exit of the country. */
  anyCity: 'UDP and IPv6 may not work',
} as const;

export { blockTexts } from './tunnel-blocks.ts';
export { vpnErrorText } from './vpn-errors.ts';
export { accessMethodNames } from './api-access.ts';
export { listFailureTexts } from './name-lists.ts';

/**
 * Texts of the daemon's errors. `connect_failed` and `connect_refused` have the text of their block reason, `api_refused` the API's
 * message.
 */
export const commandErrorTexts: Readonly<Record<CommandError, string>> = {
  malformed_request: 'cometd didn’t understand the request. Update comet and cometd to the same version.',
  unknown_command: 'cometd doesn’t know this command. Update comet and cometd to the same version.',
  not_signed_in: 'You’re not signed in. Sign in with `comet login`.',
  already_signed_in: 'You’re already signed in. Sign out first with `comet logout`.',
  wrong_credentials: 'Wrong username or password.',
  two_factor_required: 'This account needs a two-factor code.',
  two_factor_code_wrong: 'The one time code you entered was incorrect.',
  recovery_code_wrong: 'The recovery code you entered was incorrect.',
  authentication_failed:
    'Your sign-in has expired. Sign out with `comet logout`, then sign in again with `comet login`.',
  account_deleted:
    'This account was recently deleted. Please create a new one or contact support to recover old one.',
  too_many_requests: 'Too many requests. Wait a few minutes, then try again.',
  api_unreachable: 'Comet can’t be reached. Check that this computer is online, then try again.',
  clock_ahead:
    'This computer’s clock seems to be fast. Set the date and time, then try again; if they’re right, try another network.',
  clock_behind:
    'This computer’s clock seems to be slow. Set the date and time, then try again; if they’re right, try another network.',
  api_refused: 'Comet refused the request.',
  login_denied: 'The sign-in was denied in the dashboard.',
  login_revoked:
    'The approval is no longer valid: it was withdrawn, or its session ended because of a new password or email, a two-factor change or a sign-out. Start again with `comet login`.',
  login_used: 'This code has already been used. Start again with `comet login`.',
  login_expired: 'The code has expired. Start again with `comet login`.',
  location_unknown: 'Unknown location. `comet locations` lists them.',
  location_offline:
    'No server is online in this location. Your connection stays as it is. `comet locations` shows what’s online.',
  address_unknown: 'You have no active dedicated IP with this address. The dashboard lists yours.',
  entry_is_exit:
    'Entry and exit would be the same server, which would see both who you are and where you go. Choose another location with `--via`, or leave it out.',
  protocol_unavailable: 'This location doesn’t support the protocol, port or transport you chose.',
  variant_needs_openvpn:
    'Variants are only available with OpenVPN. Choose it first with `comet set protocol openvpn`.',
  port_needs_wireguard:
    'Ports are only available with WireGuard. Choose it first with `comet set protocol wireguard`.',
  over_needs_wireguard:
    'Scrambled UDP, QUIC, TCP and Shadowsocks are only available with WireGuard. Choose it first with `comet set protocol wireguard`.',
  entry_lacks_transport: 'The entry location doesn’t support the port or transport you chose.',
  unsupported_here: 'This isn’t available on this operating system.',
  device_unknown: 'This device no longer exists.',
  device_in_use: 'That’s this device. Sign out with `comet logout`.',
  connect_failed: 'The tunnel didn’t come up.',
  connect_refused: 'Your account doesn’t allow this connection. Your connection stays as it is.',
  ...featureErrorTexts,
  ...locationListErrorTexts,
  ...nameListErrorTexts,
  ...splitDnsErrorTexts,
  ...profileErrorTexts,
  ...networkRuleErrorTexts,
  ...routeErrorTexts,
  ...updateErrorTexts,
  ...reportErrorTexts,
  ...statisticsErrorTexts,
  not_kept:
    'Applied, but not saved: the disk is full or read-only. Free up space and it will be saved within a minute.',
  superseded: 'Superseded by a newer `comet` command.',
  internal_error: 'Something went wrong in cometd. Check the log: `journalctl -u cometd`.',
};

const variantNames = {
  udp: 'OpenVPN over UDP',
  tcp: 'OpenVPN over TCP',
  tls: 'OpenVPN over TLS',
  shadowsocks: 'OpenVPN over Shadowsocks',
  obfs4: 'OpenVPN over obfs4',
} as const;

const portNames = {
  '53': 'WireGuard on port 53',
  '80': 'WireGuard on port 80',
  '123': 'WireGuard on port 123',
  '443': 'WireGuard on port 443',
  '4500': 'WireGuard on port 4500',
  '51820': 'WireGuard on port 51820',
} as const;

const transportNames = {
  wireguard_scrambled: 'Scrambled WireGuard',
  wireguard_quic: 'WireGuard over QUIC',
  wireguard_tcp: 'WireGuard over TCP',
  wireguard_shadowsocks: 'WireGuard over Shadowsocks',
  wireguard_shadowsocks_tcp: 'WireGuard over Shadowsocks over TCP',
  wireguard_cover: 'WireGuard with cover traffic',
} as const;

/** Names of protocols, variants, WireGuard ports and transports: `OpenVPN over TLS`, `WireGuard on port 53`, `WireGuard over TCP`. */
export const choiceNames: Readonly<Record<Exclude<TransportChoice, 'automatic'>, string>> = {
  wireguard: 'WireGuard',
  openvpn: 'OpenVPN',
  ...variantNames,
  ...portNames,
  ...transportNames,
};

/** Features that not every operating system supports. */
export const platformFeatureNames: Readonly<Record<PlatformFeature, string>> = {
  openvpn: 'OpenVPN',
  wireguard_over: 'Scrambled WireGuard, or WireGuard over QUIC, TCP or Shadowsocks',
  split_tunnel: 'Split tunneling',
  multi_hop: 'Multi-hop',
  port_forwarding: 'Port forwarding',
  encrypted_dns: 'DNS over TLS, HTTPS or QUIC',
  own_lists: 'Your own block and allow lists',
  split_dns: 'DNS servers for single domains',
  api_obfuscation: 'Bridges and Shadowsocks',
  routes: 'Routes for sites and apps',
};

/** The name of a transport as shown to users. */
export function transportName(transport: Transport): string {
  if (transport.protocol === 'openvpn') return variantNames[transport.variant];
  return transport.over === undefined ? choiceNames.wireguard : transportNames[`wireguard_${transport.over}`];
}
