import { lazyValue } from '@comet/foundation';
import * as z from 'zod/mini';
import {
  blockListNames,
  forwardRefusals,
  meterings,
  openvpnVariants,
  wireguardTransports,
  platformFeatures,
  proxyTroubles,
  routeStates,
} from './choices.ts';
import { gatewayLocation } from './gateway-location.ts';
import { daemonSettings, forwardedPort } from './settings.ts';
import { transport } from './transports.ts';

/** Why traffic is blocked. Every failure of a tunnel has one of these reasons; the messages are in `@comet/texts`. */
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
  /** A certificate is not valid at this machine's time. */
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
  /** The previous configuration of the machine could not be saved, so it was not changed. */
  'disk_full',
  'routing_failed',
  'session_ended',
  'locked_down',
] as const;

export type BlockReason = (typeof blockReasons)[number];

/** Created at the first use: the daemon only writes snapshots, and its start does not wait for this. */
const form = lazyValue(() => {
  const place = gatewayLocation();

  const ends = {
    /** `address:port` of the gateway. */
    endpoint: z.string(),
    ipv4: z.string(),
    ipv6: z.string(),
  };

  const link = z.discriminatedUnion('protocol', [
    z.object({
      protocol: z.literal('wireguard'),
      over: z.optional(z.enum(wireguardTransports)),
      ...ends,
    }),
    z.object({ protocol: z.literal('openvpn'), variant: z.enum(openvpnVariants), ...ends }),
  ]);

  /**
   * The state of the tunnel: one of five, with the fields that apply to it. `since` is ISO 8601.
   * With lockdown on, the daemon reports `error` with `locked_down` instead of `disconnected`: traffic is blocked.
   */
  const tunnelState = z.discriminatedUnion('state', [
    z.object({
      state: z.literal('disconnected'),
      since: z.string(),
      /** Why the account refused the last connect; absent if it did not. Traffic is not blocked. */
      refusal: z.optional(z.enum(blockReasons)),
    }),
    z.object({
      state: z.literal('connecting'),
      since: z.string(),
      place: z.nullable(place),
      /** The transport of the current attempt; null while no gateway is chosen. */
      way: z.nullable(transport),
      attempt: z.int(),
    }),
    z.object({
      state: z.literal('connected'),
      since: z.string(),
      place,
      /** The entry gateway, if traffic passes through two. */
      via: z.optional(place),
      link,
      /** The requested location, if the tunnel uses another one because no gateway of it is available. */
      standsInFor: z.nullable(z.string()),
      /**
       * The preferred protocol, if it got no response on this network; the daemon retries it. Absent if
       * the link uses the preferred protocol or one that the user chose.
       */
      fallbackFrom: z.optional(z.literal('wireguard')),
      /** True if the next connect would try another protocol or variant first, because settings have changed. */
      outdated: z.optional(z.boolean()),
    }),
    z.object({ state: z.literal('disconnecting'), since: z.string() }),
    z.object({
      state: z.literal('error'),
      since: z.string(),
      reason: z.enum(blockReasons),
      /** True while the firewall blocks all traffic; false only if that failed too. */
      blocking: z.boolean(),
      /** True for a refusal by the account, which only its owner can resolve, usually in the dashboard. */
      byAccount: z.optional(z.boolean()),
      /** When the daemon retries, or null if only the user can resolve the failure. */
      retryAt: z.nullable(z.string()),
    }),
  ]);

  return z.object({
    tunnel: tunnelState,
    account: z.nullable(z.object({ email: z.string(), device: z.string() })),
    /** The API has not confirmed a sign-out yet; the daemon keeps sending it. */
    signOutUntold: z.optional(z.boolean()),
    settings: daemonSettings,
    /** The name of the rule of the current network, which changes these settings; absent if there is none. */
    networkRule: z.optional(z.string()),
    /** Whether the current network is metered, by the user's choice or the operating system; absent at daemons of earlier releases. */
    metered: z.optional(z.enum(meterings)),
    /** The name of the profile whose settings are the current ones; absent if there is none. */
    profile: z.optional(z.string()),
    /** The exit of the traffic, if it is not the gateway itself. */
    exit: z.optional(
      z.nullable(
        z.object({
          type: z.enum(['native_residential', 'residential', 'dedicated']),
          /** The country of a dedicated address. */
          address: z.nullable(z.string()),
          /** Remaining residential data; null if the exit is not metered, or while unknown. */
          dataLeftBytes: z.nullable(z.int()),
          /** True if the location is a whole country, which a provider's exit may serve; see `isAnyCity`. */
          anyCity: z.optional(z.boolean()),
        }),
      ),
    ),
    /** Traffic outside the tunnel by the user's settings; see `outsideOf`. Absent if there is none. */
    outside: z.optional(
      z.object({ kind: z.enum(['exclude', 'include', 'held']), named: z.array(z.string()) }),
    ),
    /** The public addresses that the last check in this state returned; absent before a check. */
    seen: z.optional(z.nullable(z.object({ ipv4: z.nullable(z.string()), ipv6: z.nullable(z.string()) }))),
    /** The gateway that `connect` without a location would use; null while no list is known. */
    next: z.optional(
      z.nullable(
        z.object({
          place,
          /** The type of the location in the list. */
          type: z.string(),
          /** Measured round-trip time. */
          milliseconds: z.nullable(z.int()),
        }),
      ),
    ),
    /** Location codes: favourites, and the last used ones, the latest first. */
    favourites: z.optional(z.array(z.string())),
    recents: z.optional(z.array(z.string())),
    /** Chosen block lists that the gateway of this tunnel or attempt does not have. */
    missingLists: z.optional(z.array(z.enum(blockListNames))),
    /** The forwarded ports of the settings; absent where the daemon does not support them. */
    forwardedPorts: z.optional(
      z.array(
        z.extend(forwardedPort, {
          /** Where the internet reaches the port; null without a tunnel, and until the gateway has replied. */
          public: z.nullable(z.object({ address: z.string(), port: z.int() })),
          refusal: z.nullable(z.enum(forwardRefusals)),
        }),
      ),
    ),
    /** The routes of the settings, in the same order; absent where the daemon does not support them. Bytes since the tunnel was connected. */
    routes: z.optional(
      z.array(
        z.object({
          state: z.enum(routeStates),
          /** Why the tunnel to the location is not up yet; null if there is no reason. */
          reason: z.nullable(z.enum(blockReasons)),
          received: z.int(),
          sent: z.int(),
        }),
      ),
    ),
    /** The local proxies by location, in the order of the settings; absent where the daemon does not support them. */
    locationProxies: z.optional(
      z.array(
        z.object({
          state: z.enum(routeStates),
          /** Why the tunnel to the location is not up yet; null if there is no reason. */
          reason: z.nullable(z.enum(blockReasons)),
          /** Whether it listens at its port: false if another program does. */
          listens: z.boolean(),
        }),
      ),
    ),
    /** Why the last connection through a local proxy to a residential exit failed; null if it worked or there was none. */
    proxyTrouble: z.optional(z.nullable(z.enum(proxyTroubles))),
    /**
     * When the tunnel moves to another gateway, because this one closes for maintenance; absent if no move is planned. `blocks`: traffic is
     * blocked for the seconds until the other tunnel is up; otherwise it is not interrupted.
     */
    maintenance: z.optional(z.object({ at: z.string(), blocks: z.boolean() })),
    /**
     * The sign-in page that the network shows in place of the internet; absent if none is known. `openUntil`: until when a program may show
     * it, null if none may.
     */
    captivePortal: z.optional(z.object({ page: z.string(), openUntil: z.nullable(z.string()) })),
    /** Features that the daemon does not support on its operating system. */
    unsupported: z.optional(z.array(z.enum(platformFeatures))),
    /** Whether the tunnel has a post-quantum PSK, by ML-KEM-768. */
    quantumResistant: z.optional(z.boolean()),
    /** Bytes through the tunnel since it was connected; null without a tunnel. */
    traffic: z.nullable(
      z.object({ received: z.int(), sent: z.int(), lastHandshake: z.nullable(z.string()) }),
    ),
    /** The share of the data budget that the calendar month has reached: 80 or 100 percent; absent below. Bytes. */
    budgetAlert: z.optional(
      z.object({ month: z.string(), percent: z.int(), used: z.int(), budget: z.int() }),
    ),
  });
});

export const snapshot = z.lazy(form);

export type Snapshot = z.output<ReturnType<typeof form>>;
export type TunnelState = Snapshot['tunnel'];
export type GatewayLocation = Extract<TunnelState, { state: 'connected' }>['place'];
