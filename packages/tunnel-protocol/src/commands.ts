import * as z from 'zod/mini';
import { accountCommands, accountErrors } from './account-commands.ts';
import { blockListNames, protocolChoices, variantChoices } from './choices.ts';
import { featureCommands, featureErrors } from './feature-commands.ts';
import { maxLocationLength } from './request-envelope.ts';
import { snapshot } from './snapshot.ts';
import { updateCommands, updateErrors } from './update-commands.ts';

/** What a command can be refused with; `texts` has the words. */
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
  /** The same, where this machine's clock seems to be why. */
  'clock_ahead',
  'clock_behind',
  'api_refused',
  'login_denied',
  'login_revoked',
  'login_used',
  'login_expired',
  'location_unknown',
  /** No gateway there is online; the tunnel that is up stays. */
  'location_offline',
  'address_unknown',
  /** The same gateway would see who somebody is and where he goes. */
  'entry_is_exit',
  'protocol_unavailable',
  'variant_needs_openvpn',
  /** The detail is a platform feature. */
  'unsupported_here',
  'connect_failed',
  /** The account refuses another place; the tunnel that is up stays. The detail is the block reason. */
  'connect_refused',
  ...accountErrors,
  ...featureErrors,
  ...updateErrors,
  /** It holds, but is not on disk: what runs knows it, and the next start would not. */
  'not_kept',
  'superseded',
  'internal_error',
] as const;

export type CommandError = (typeof commandErrors)[number];

const nothing = z.object({});
const label = (most: number) => z.string().check(z.minLength(1), z.maxLength(most));

const locationRow = z.lazy(() =>
  z.object({
    code: z.string(),
    country: z.string(),
    countryName: z.string(),
    city: z.string(),
    type: z.string(),
    online: z.boolean(),
    /** From where this machine seems to be. */
    kilometres: z.optional(z.nullable(z.int())),
    /** There and back, where it was measured. */
    milliseconds: z.optional(z.nullable(z.int())),
    /** How busy the least busy gateway there is, in percent. */
    load: z.optional(z.nullable(z.int())),
    features: z.optional(z.array(z.string())),
    /** A whole country, which leads on by whichever exit it has; see `isAnyCity`. */
    anyCity: z.optional(z.boolean()),
    /** The chosen protocol or variant, where no gateway there offers it. */
    lacks: z.nullable(z.enum([...protocolChoices, ...variantChoices])),
    /** The chosen block lists that no gateway there has. */
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
 * The whole control channel with the daemon, declared once: for each command what it takes and what it answers.
 * `login.wait` and `connect` answer when they are finished; `status.watch` answers with one snapshot now and sends an
 * event for each later one until the socket closes.
 * `tellsShown`: the client promises to answer a snapshot that comes with a number by `status.shown`, as soon as nobody can read what
 * it showed before. For these traffic is still held back, a moment at most.
 */
export const commands = {
  status: { params: nothing, result: snapshot },
  'status.watch': { params: z.object({ tellsShown: z.optional(z.boolean()) }), result: snapshot },
  'status.shown': { params: z.object({ number: z.int() }), result: nothing },
  /** `deviceName`: how the account lists this machine; absent, by its own name. */
  'login.email': {
    params: z.object({ email: label(254), password: label(256), deviceName: z.optional(label(60)) }),
    result: snapshot,
  },
  /** The code of the authenticator app, or a recovery code, after `two_factor_required`. Wrong ones may be followed by others. */
  'login.second-factor': { params: z.object({ code: label(60) }), result: snapshot },
  'login.start': { params: z.object({ deviceName: z.optional(label(60)) }), result: deviceLogin },
  'login.wait': { params: nothing, result: snapshot },
  ...accountCommands,
  locations: { params: nothing, result: z.object({ locations: z.array(locationRow) }) },
  /** Codes of the residential locations that are live in the countries which a text, as the user typed it, names. */
  'locations.homes': {
    params: z.object({ location: label(60) }),
    result: z.object({ codes: z.array(z.string()) }),
  },
  /** `location`: a code, country or city as the user typed it; null takes the last one, or the nearest that answers. */
  connect: {
    params: z.object({
      location: z.nullable(label(maxLocationLength)),
      /** Where to enter, when the traffic is to go through two gateways: by WireGuard alone. */
      via: z.optional(z.nullable(label(60))),
      /** The dedicated address by which it is to leave; it goes before a location. */
      dedicated: z.optional(z.nullable(label(45))),
    }),
    result: snapshot,
  },
  disconnect: { params: nothing, result: snapshot },
  'lockdown.set': { params: z.object({ on: z.boolean() }), result: snapshot },
  'allow-lan.set': { params: z.object({ on: z.boolean() }), result: snapshot },
  /** Leaves the variant to us again, unless the protocol stays OpenVPN. */
  'protocol.set': { params: z.object({ protocol: z.enum(protocolChoices) }), result: snapshot },
  /** Refused with `variant_needs_openvpn` while another protocol is chosen. */
  'variant.set': { params: z.object({ variant: z.enum(variantChoices) }), result: snapshot },
  ...featureCommands,
  ...updateCommands,
} as const;

export type CommandName = keyof typeof commands;
export type ParamsOf<N extends CommandName> = z.output<(typeof commands)[N]['params']>;
export type ResultOf<N extends CommandName> = z.output<(typeof commands)[N]['result']>;
