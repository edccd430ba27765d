import { madeOnce } from '@comet/foundation';
import * as z from 'zod/mini';
import { blockListNames, openvpnVariants, platformFeatures, proxyTroubles } from './choices.ts';
import { daemonSettings } from './settings.ts';
import { transport } from './transports.ts';

/** Why traffic is held back. Every failure of a tunnel is one of these; `texts` has the words. */
export const blockReasons = [
  'not_signed_in',
  'authentication_failed',
  'subscription_required',
  'email_unverified',
  'device_limit_reached',
  'device_removed',
  'location_unavailable',
  'residential_data_required',
  'spending_stopped',
  'exit_unavailable',
  'entry_is_exit',
  'address_ended',
  'api_unreachable',
  /** Who should have answered, or did, is not of this machine's time. */
  'clock_ahead',
  'clock_behind',
  'gateway_unreachable',
  'gateway_refused',
  'handshake_timeout',
  'openvpn_failed',
  'protocol_unavailable',
  'tunnel_device_failed',
  'tunnel_device_died',
  'firewall_failed',
  'dns_failed',
  /** What the machine had before could not be put aside, so it was left alone. */
  'disk_full',
  'routing_failed',
  'session_ended',
  'locked_down',
] as const;

export type BlockReason = (typeof blockReasons)[number];

/** Made with the first one that is read: the daemon writes them and reads none, and its start does without. */
const form = madeOnce(() => {
  const place = z.object({
    gateway: z.string(),
    location: z.string(),
    country: z.string(),
    countryName: z.string(),
    city: z.string(),
  });

  const ends = {
    /** `address:port` of the gateway. */
    endpoint: z.string(),
    ipv4: z.string(),
    ipv6: z.string(),
  };

  const link = z.discriminatedUnion('protocol', [
    z.object({ protocol: z.literal('wireguard'), ...ends }),
    z.object({ protocol: z.literal('openvpn'), variant: z.enum(openvpnVariants), ...ends }),
  ]);

  /**
   * The state of the tunnel: one of five, each with just what is true in it. `since` is ISO 8601.
   * In `disconnected` with lockdown on the daemon reports `error` with `locked_down` instead: traffic is held back.
   */
  const tunnelState = z.discriminatedUnion('state', [
    z.object({
      state: z.literal('disconnected'),
      since: z.string(),
      /** Why the account refused the last connect; absent where it did not. Nothing is held back. */
      refusal: z.optional(z.enum(blockReasons)),
    }),
    z.object({
      state: z.literal('connecting'),
      since: z.string(),
      place: z.nullable(place),
      /** How the gateway is being tried; null while it is not known which there are. */
      way: z.nullable(transport),
      attempt: z.int(),
    }),
    z.object({
      state: z.literal('connected'),
      since: z.string(),
      place,
      /** Where the traffic enters, when it goes through two gateways. */
      via: z.optional(place),
      link,
      /** The location that was asked for, where another one stands in for it because its gateways are gone. */
      standsInFor: z.nullable(z.string()),
      /**
       * The better protocol, where it got no answer on this network and the link stands in for it; the daemon keeps retrying it. Absent where
       * the protocol is the best one, or was chosen.
       */
      fallbackFrom: z.optional(z.literal('wireguard')),
      /** True where the next connect would first try another protocol or variant, because the settings changed since. */
      outdated: z.optional(z.boolean()),
    }),
    z.object({ state: z.literal('disconnecting'), since: z.string() }),
    z.object({
      state: z.literal('error'),
      since: z.string(),
      reason: z.enum(blockReasons),
      /** True as long as the firewall holds everything back; false only when even that failed. */
      blocking: z.boolean(),
      /** True where the account refuses, which its owner mends, usually in the dashboard. */
      byAccount: z.optional(z.boolean()),
      /** When the daemon tries again by itself, or null when only the user can mend it. */
      retryAt: z.nullable(z.string()),
    }),
  ]);

  return z.object({
    tunnel: tunnelState,
    account: z.nullable(z.object({ email: z.string(), device: z.string() })),
    /** The service does not know yet that an account was signed out here, because it was away: the daemon goes on telling it. */
    signOutUntold: z.optional(z.boolean()),
    settings: daemonSettings,
    /** By what the tunnel leaves behind its gateway, when not by the gateway's own addresses. */
    exit: z.optional(
      z.nullable(
        z.object({
          type: z.enum(['native_residential', 'residential', 'dedicated']),
          /** Of a dedicated one. */
          address: z.nullable(z.string()),
          /** What is left of the residential data that pays for it; null where none does, or while it is not known. */
          dataLeftBytes: z.nullable(z.int()),
          /** True where the location is a whole country, and a provider's exit may serve it; see `isAnyCity`. */
          anyCity: z.optional(z.boolean()),
        }),
      ),
    ),
    /** What leaves outside the tunnel by the user's choice; see `outsideOf`. Absent where nothing does. */
    outside: z.optional(
      z.object({ kind: z.enum(['exclude', 'include', 'held']), named: z.array(z.string()) }),
    ),
    /** How others see this machine: the addresses that the last look outside found in this state; absent while nobody has looked. */
    seen: z.optional(z.nullable(z.object({ ipv4: z.nullable(z.string()), ipv6: z.nullable(z.string()) }))),
    /** Where `connect` would lead if no place were named; null while no list is known. */
    next: z.optional(
      z.nullable(
        z.object({
          place,
          /** The type of the location, as the list has it. */
          type: z.string(),
          /** There and back, where it was measured. */
          milliseconds: z.nullable(z.int()),
        }),
      ),
    ),
    /** Codes of locations: those marked by the user, and those last connected to, the latest first. */
    favourites: z.optional(z.array(z.string())),
    recents: z.optional(z.array(z.string())),
    /** Chosen block lists that the gateway of this tunnel, or the one that is being tried, does not have. */
    missingLists: z.optional(z.array(z.enum(blockListNames))),
    /** Why the local proxies led nowhere when a program used one last; null when they led on, or nobody has. */
    proxyTrouble: z.optional(z.nullable(z.enum(proxyTroubles))),
    /** What this daemon cannot do on its operating system; absent where it can do everything. */
    unsupported: z.optional(z.array(z.enum(platformFeatures))),
    /** Whether the tunnel has a post-quantum PSK, by ML-KEM-768. */
    quantumResistant: z.optional(z.boolean()),
    /** Bytes through the tunnel since it was connected; null when it is not. */
    traffic: z.nullable(
      z.object({ received: z.int(), sent: z.int(), lastHandshake: z.nullable(z.string()) }),
    ),
  });
});

export const snapshot = z.lazy(form);

export type Snapshot = z.output<ReturnType<typeof form>>;
export type TunnelState = Snapshot['tunnel'];
export type Place = Extract<TunnelState, { state: 'connected' }>['place'];
