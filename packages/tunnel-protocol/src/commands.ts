import * as z from 'zod/mini';
import { accountCommands, accountErrors } from './account-commands.ts';
import { apiAccessCommands, apiAccessErrors } from './api-access-commands.ts';
import {
  blockListNames,
  protocolChoices,
  transportChoices,
  variantChoices,
  wireguardOverChoices,
  wireguardPortChoices,
} from './choices.ts';
import { connectionDetailsReply } from './connection-details.ts';
import { featureCommands, featureErrors } from './feature-commands.ts';
import { locationListCommands, locationListErrors } from './saved/location-list-commands.ts';
import { nameListCommands, nameListErrors } from './saved/name-list-commands.ts';
import { networkRuleCommands, networkRuleErrors } from './saved/network-rule-commands.ts';
import { profileCommands, profileErrors } from './saved/profile-commands.ts';
import { routeCommands, routeErrors } from './saved/route-commands.ts';
import { reportCommands, reportErrors } from './report-commands.ts';
import { splitDnsCommands, splitDnsErrors } from './saved/split-dns-commands.ts';
import { maxLocationLength } from './request-envelope.ts';
import { snapshot } from './snapshot.ts';
import { statisticsCommands, statisticsErrors } from './statistics-commands.ts';
import { updateCommands, updateErrors } from './update-commands.ts';

/** Error codes of commands. Their messages are in `@comet/texts`. */
export const commandErrors = [
  'malformed_request',
  'unknown_command',
  'not_signed_in',
  'already_signed_in',
  'wrong_credentials',
  'two_factor_required',
  'two_factor_code_wrong',
  'recovery_code_wrong',
  'authentication_failed',
  'account_deleted',
  'too_many_requests',
  'api_unreachable',
  /** The API is unreachable, probably because the clock of this machine is wrong. */
  'clock_ahead',
  'clock_behind',
  'api_refused',
  'login_denied',
  'login_revoked',
  'login_used',
  'login_expired',
  'location_unknown',
  /** No gateway of the location is online; an existing tunnel stays. */
  'location_offline',
  'address_unknown',
  /** Entry and exit would be one gateway, which would see both the user's address and the destinations. */
  'entry_is_exit',
  'protocol_unavailable',
  'variant_needs_openvpn',
  'port_needs_wireguard',
  'over_needs_wireguard',
  /** The entry of two gateways does not offer the chosen transport. The detail is a transport choice. */
  'entry_lacks_transport',
  /** The detail is a platform feature. */
  'unsupported_here',
  'connect_failed',
  /** The account may not use the requested location; an existing tunnel stays. The detail is the block reason. */
  'connect_refused',
  ...accountErrors,
  ...featureErrors,
  ...updateErrors,
  ...apiAccessErrors,
  ...reportErrors,
  ...statisticsErrors,
  /** The change is in effect, but could not be written to disk and is lost at the next start. */
  'not_kept',
  'superseded',
  'internal_error',
  ...locationListErrors,
  ...profileErrors,
  ...networkRuleErrors,
  ...nameListErrors,
  ...splitDnsErrors,
  ...routeErrors,
] as const;

export type CommandError = (typeof commandErrors)[number];

const nothing = z.object({});
const label = (maxLength: number) => z.string().check(z.minLength(1), z.maxLength(maxLength));

const locationRow = z.lazy(() =>
  z.object({
    code: z.string(),
    country: z.string(),
    countryName: z.string(),
    city: z.string(),
    type: z.string(),
    online: z.boolean(),
    /** Distance from the estimated position of this machine. */
    kilometres: z.optional(z.nullable(z.int())),
    /** Measured round-trip time. */
    milliseconds: z.optional(z.nullable(z.int())),
    /** Load of the location's least busy gateway, in percent. */
    load: z.optional(z.nullable(z.int())),
    features: z.optional(z.array(z.string())),
    /** The location is a whole country, served by any of its exits; see `isAnyCity`. */
    anyCity: z.optional(z.boolean()),
    /** The chosen protocol, variant, WireGuard port or WireGuard transport, if no gateway of the location offers it. */
    lacks: z.nullable(z.enum(transportChoices)),
    /** The chosen block lists that no gateway of the location has. */
    missingLists: z.optional(z.array(z.enum(blockListNames))),
  }),
);

const deviceLogin = z.lazy(() =>
  z.object({
    userCode: z.string(),
    verificationUri: z.string(),
    verificationUriComplete: z.string(),
    expiresAt: z.string(),
  }),
);

/**
 * The commands of the daemon's control channel, with the schemas of their parameters and results.
 * `login.wait` and `connect` reply when they are finished; `status.watch` replies with the current snapshot and sends an
 * event for each later one until the socket closes.
 * `tellsShown`: the client replies to each snapshot that has a number with `status.shown`, as soon as it displays it. The daemon delays the
 * unblocking of traffic for these replies, for a moment at most.
 */
export const commands = {
  status: { params: nothing, result: snapshot },
  'status.watch': { params: z.object({ tellsShown: z.optional(z.boolean()) }), result: snapshot },
  /** Reads the device or OpenVPN at each call. */
  'status.details': { params: nothing, result: connectionDetailsReply },
  'status.shown': { params: z.object({ number: z.int() }), result: nothing },
  /** `deviceName`: the name in the account's list of devices; default is the host name. */
  'login.email': {
    params: z.object({ email: label(254), password: label(256), deviceName: z.optional(label(60)) }),
    result: snapshot,
  },
  /** A code of the authenticator app, or a recovery code, after `two_factor_required`. After a wrong code another one can be sent. */
  'login.second-factor': { params: z.object({ code: label(60) }), result: snapshot },
  'login.start': { params: z.object({ deviceName: z.optional(label(60)) }), result: deviceLogin },
  'login.wait': { params: nothing, result: snapshot },
  ...accountCommands,
  locations: { params: nothing, result: z.object({ locations: z.array(locationRow) }) },
  /** Codes of the online residential locations in the countries that match the user's text. */
  'locations.homes': {
    params: z.object({ location: label(60) }),
    result: z.object({ codes: z.array(z.string()) }),
  },
  /**
   * `location`: a code, country or city as the user typed it, the name of a list, `random` or `fastest`; null for the last location, or
   * the nearest that responds.
   */
  connect: {
    params: z.object({
      location: z.nullable(label(maxLocationLength)),
      /** The entry location for traffic through two gateways; WireGuard only. */
      via: z.optional(z.nullable(label(60))),
      /** The dedicated IP address to use as exit; takes precedence over a location. */
      dedicated: z.optional(z.nullable(label(45))),
    }),
    result: snapshot,
  },
  disconnect: { params: nothing, result: snapshot },
  'lockdown.set': { params: z.object({ on: z.boolean() }), result: snapshot },
  'allow-lan.set': { params: z.object({ on: z.boolean() }), result: snapshot },
  /** Resets the variant to automatic, unless the protocol stays OpenVPN; OpenVPN resets the port and transport of WireGuard. */
  'protocol.set': { params: z.object({ protocol: z.enum(protocolChoices) }), result: snapshot },
  /** Refused with `variant_needs_openvpn` while another protocol is chosen. */
  'variant.set': { params: z.object({ variant: z.enum(variantChoices) }), result: snapshot },
  /** Refused with `port_needs_wireguard` while OpenVPN is chosen. A port resets a transport other than UDP. */
  'wireguard-port.set': { params: z.object({ port: z.enum(wireguardPortChoices) }), result: snapshot },
  /** Refused with `over_needs_wireguard` while OpenVPN is chosen. QUIC and TCP reset the port. */
  'wireguard-over.set': { params: z.object({ over: z.enum(wireguardOverChoices) }), result: snapshot },
  ...featureCommands,
  ...updateCommands,
  ...apiAccessCommands,
  ...locationListCommands,
  ...profileCommands,
  ...networkRuleCommands,
  ...nameListCommands,
  ...splitDnsCommands,
  ...routeCommands,
  ...reportCommands,
  ...statisticsCommands,
} as const;

export type CommandName = keyof typeof commands;
export type ParamsOf<N extends CommandName> = z.output<(typeof commands)[N]['params']>;
export type ResultOf<N extends CommandName> = z.output<(typeof commands)[N]['result']>;
