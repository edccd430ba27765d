import type {
  CommandError,
  PlatformFeature,
  ProtocolChoice,
  TunnelState,
  VariantChoice,
  Way,
} from '@comet/tunnel-protocol';

import { featureErrorTexts, featureTexts } from './tunnel-features.ts';
import { updateErrorTexts, updateTexts } from './tunnel-updates.ts';

export { blockTexts } from './tunnel-blocks.ts';
export { exitTexts } from './tunnel-exits.ts';
export { featureTexts } from './tunnel-features.ts';
export { localProxyTexts } from './tunnel-proxies.ts';
export { updateRefusalTexts, updateTexts } from './tunnel-updates.ts';
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

export const stateTexts: Readonly<Record<TunnelState['state'], string>> = {
  disconnected: 'Disconnected',
  connecting: 'Connecting',
  connected: 'Connected',
  disconnecting: 'Disconnecting',
  error: 'Held back',
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

/** The sentences of the `comet` command. */
export const cometTexts = {
  help: `comet: private internet from this machine

Usage
  comet login [--email ADDRESS] [--name NAME]   sign in: by code, or by email and password
  comet logout                                  sign out and forget this device
  comet account                                 who is signed in, and the subscription
  comet locations [--type TYPE]                 where traffic can leave
  comet connect [LOCATION]                      a code, country or city; without one, the last or the nearest
  comet connect [LOCATION] --via LOCATION       through two gateways: in at the second place, out at the first
  comet connect --dedicated ADDRESS             leave by an address of your own
  comet disconnect                              end the tunnel
  comet status [--json | --watch]               the state of the tunnel
  comet lockdown on|off                         let nothing out without a tunnel
  comet lan on|off                              reach devices of the local network while connected
  comet settings                                what is chosen
  comet set protocol automatic|wireguard|openvpn
  comet set variant automatic|udp|tcp|tls|shadowsocks|obfs4
                                                how OpenVPN's packets travel; the last three hide what they are
${featureTexts.help}
${updateTexts.help}
  comet --version

Exit codes: 0 done, 1 refused or failed, 2 wrong usage, 3 cometd does not run`,
  usage: (problem: string) => `${problem}\nRun \`comet --help\` for the commands.`,
  unknownCommand: (word: string) => `There is no command “${word}”.`,
  unknownOption: (word: string) => `This command has no option “${word}”.`,
  tooMany: (word: string) => `“${word}” is one word too many.`,
  onOrOff: (command: string) => `Say \`comet ${command} on\` or \`comet ${command} off\`.`,
  oneOf: (command: string, values: readonly string[]) =>
    `Say \`comet ${command}\` and one of ${values.join(', ')}.`,
  settable: 'Say what to set: protocol, variant, server, dns, block, auto-connect or post-quantum.',
  needsValue: (option: string) => `${option} needs a value.`,
  nameForm: '--name takes 1 to 60 characters, none of them invisible.',
  placeForm: 'A location is named in 60 characters at most.',
  notTogether: (one: string, other: string) => `${one} and ${other} do not go together.`,
  notRunning: (socket: string) =>
    `cometd does not run: nothing answers at ${socket}.\nStart it with \`systemctl start cometd\`.`,
  waitingForDaemon: 'Waiting for cometd',
  notAnswering:
    'cometd is running but does not answer. Restart it with `systemctl restart cometd`, and check `journalctl -u cometd`.',
  notAllowed: (socket: string) =>
    `You may not talk to cometd at ${socket}.\nRun comet as root, or join the group comet.`,
  connectionLost: 'cometd ended the conversation.',
  connecting: (place: string) => `Connecting to ${place}`,
  findingGateway: 'Looking for a gateway',
  anotherGateway: (place: string, attempt: number) => `Connecting to ${place} (gateway ${attempt})`,
  connected: (place: string, address: string) => `Connected to ${place}. Gateway ${address}.`,
  by: (way: string) => `By ${way}.`,
  fallback: {
    postQuantum: (way: string, better: string) =>
      `By ${way}, without post-quantum keys: ${better} gets no answer on this network. Comet keeps retrying it.`,
    plain: (way: string, better: string) =>
      `By ${way}: ${better} gets no answer on this network. Comet keeps retrying it.`,
  },
  standsIn: (wanted: string) =>
    `It stands in for ${wanted}, which does not answer. Comet goes back there when it does.`,
  cancelled: 'Cancelled. Traffic leaves this machine unprotected.',
  cancelledHeldBack: 'Cancelled. Lockdown holds all traffic back.',
  disconnected: 'Disconnected. Traffic leaves this machine unprotected.',
  stillHeldBack: 'Disconnected. Lockdown holds all traffic back.',
  failed: (what: string, next: string) => `${what}\n${next}`,
  failedBlocking: (what: string, next: string) => `${what} Traffic is held back.\n${next}`,
  failedOpen: (what: string, next: string) =>
    `${what} Traffic is NOT held back: it leaves this machine unprotected.\n${next}`,
  refusedBesideTunnel: (what: string, next: string) => `${what} The tunnel stays as it is.\n${next}`,
  refused: (what: string, next: string) => `${what} Traffic leaves this machine unprotected.\n${next}`,
  dashboardOpens:
    'The dashboard can be opened meanwhile. Payment pages of others need traffic let out first.',
  letOut: 'Until then, `comet disconnect` lets traffic out unprotected.',
  unreachableHeldBack:
    'Comet cannot be reached while traffic is held back. Let it out with `comet disconnect` (and `comet lockdown off`), then try again.',
  retryAt: (time: string) => `Next try at ${time}. \`comet disconnect\` ends it.`,
  account: (email: string, device: string) => `Signed in as ${email} on “${device}”.`,
  signedIn: (email: string) => `Signed in as ${email}.`,
  signOutUntold:
    'The service does not know of the sign-out yet: it did not answer. It is told as soon as it does; until then this machine keeps its place among your devices.',
  signedOut: 'Signed out. This machine has forgotten the account, its key and its tickets.',
  notSignedIn: 'Not signed in.',
  emailUnverified: 'The email address is not confirmed yet. Follow the link in the mail we sent you.',
  noSubscription: 'No active subscription. Choose a plan in the dashboard.',
  subscription: (state: string, until: string) => `Subscription ${state}, until ${until}.`,
  plan: (months: number) => `Plan of ${months === 1 ? '1 month' : `${months} months`}.`,
  renews: (day: string) => `It renews by itself on ${day}.`,
  ends: (day: string) => `Nothing more is charged; Comet connects until ${day}.`,
  inactive: 'Comet does not connect without a plan. Choose one in the dashboard.',
  boughtIn: {
    app_store: 'It was bought in the App Store, and is changed there.',
    play_store: 'It was bought in Google Play, and is changed there.',
  },
  subscriptionState: {
    trialing: 'in trial',
    active: 'active',
    past_due: 'past due',
    cancelled: 'cancelled',
    refunded: 'refunded',
    expired: 'expired',
  } as Readonly<Record<string, string>>,
  lockdown: { on: 'Lockdown is on: nothing leaves without a tunnel.', off: 'Lockdown is off.' },
  unprotected: 'Traffic leaves this machine unprotected: there is no tunnel.',
  lan: {
    on: 'The local network can be reached while connected.',
    off: 'The local network cannot be reached while connected.',
  },
  protocol: {
    automatic: 'Protocol: automatic. Comet takes what this network lets through.',
    wireguard: 'Protocol: WireGuard.',
    openvpn: 'Protocol: OpenVPN.',
  } satisfies Readonly<Record<ProtocolChoice, string>>,
  variant: {
    automatic: 'Variant: automatic.',
    udp: 'Variant: UDP.',
    tcp: 'Variant: TCP.',
    tls: 'Variant: TLS, which looks like a visit to a website.',
    shadowsocks: 'Variant: Shadowsocks, which looks like nothing in particular.',
    obfs4: 'Variant: obfs4, which looks like nothing in particular and answers nobody without its key.',
  } satisfies Readonly<Record<VariantChoice, string>>,
  /** One thing, as a refusal. */
  unsupportedHere: (feature: string) => `${feature} is not available on this operating system.`,
  /** All of them, as a part of the status. */
  unsupported: (features: readonly string[]) =>
    `Not available on this operating system: ${features.join(', ')}`,
  unavailable: (choice: string) =>
    `This location does not offer ${choice}. Choose another location, or \`comet set protocol automatic\`.`,
  movesItself: 'Comet moves to WireGuard as soon as it answers.',
  nextConnect: 'The tunnel that is up stays as it is. `comet connect` applies the change now.',
  traffic: (received: string, sent: string) => `Received ${received}, sent ${sent}`,
  offline: 'offline',
  lacks: (choice: string) => `no ${choice}`,
  unwritable: (why: string) => `The result could not be written: ${why}`,
  password: 'Password: ',
  noPassword: 'No password was given.',
  secondFactor: 'Code from your authenticator app, or a recovery code: ',
  noSecondFactor: 'No code was given.',
  approve: (uri: string, code: string, until: string) =>
    `Open ${uri} and approve the code ${code}\nIt holds until ${until}. Approve only what you started yourself.`,
  orScan: 'Or scan this:',
  loginCancelled: 'Cancelled. You are not signed in.',
  waiting: 'Waiting for approval',
} as const;
