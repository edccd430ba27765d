import { randomUUID } from 'node:crypto';
import { commonBlockLists, shadowsocksMethods } from '@comet/admission';
import { isIp } from '@comet/foundation';
import { wireguardTransports } from '@comet/tunnel-protocol/choices';
import {
  accessChoices,
  accessMethods,
  daemonSettings,
  freshSettings,
  openvpnVariants,
} from '@comet/tunnel-protocol';
import * as z from 'zod/mini';
import { settingsVersion as today } from '../../model/settings/migrate.ts';

/** A gateway's grant for a ticket, obtained before a connect. */
const grant = z.object({
  serverPublicKey: z.string(),
  wireguardPort: z.int(),
  ipv4: z.ipv4(),
  ipv6: z.ipv6(),
  dns: z.array(z.union([z.ipv4(), z.ipv6()])),
  filters: z.optional(z.array(z.object({ address: z.ipv4(), lists: z.array(z.enum(commonBlockLists)) }))),
  moreBlockLists: z.optional(z.array(z.string())),
  mtu: z.int(),
  sessionUntil: z.iso.datetime(),
});

const standbyTicket = z.object({
  gatewayId: z.string(),
  /** The WireGuard key it was issued for; a ticket for another key is invalid. */
  publicKey: z.string(),
  ticket: z.string(),
  issuedAt: z.iso.datetime(),
  expiresAt: z.iso.datetime(),
  sessionUntil: z.iso.datetime(),
  /** See `tickets/standby-sessions.ts`. */
  granted: z.optional(grant),
});

const goal = z.object({
  location: z.nullable(z.string()),
  via: z.optional(z.nullable(z.string())),
  dedicated: z.optional(
    z.nullable(
      z.object({ serviceId: z.uuid(), address: z.string().check(z.refine(isIp)), gatewayId: z.uuid() }),
    ),
  ),
});

const workedTransport = z.discriminatedUnion('protocol', [
  z.object({
    protocol: z.literal('wireguard'),
    port: z.optional(z.int()),
    over: z.optional(z.enum(wireguardTransports)),
  }),
  z.object({ protocol: z.literal('openvpn'), variant: z.enum(openvpnVariants) }),
]);

const socks5Proxy = z.object({
  address: z.string().check(z.refine(isIp)),
  port: z.int(),
  login: z.nullable(z.object({ user: z.string(), password: z.string() })),
});

const shadowsocksServer = z.object({
  host: z.string().check(z.refine(isIp)),
  port: z.int(),
  method: z.enum(shadowsocksMethods),
  password: z.string(),
});

/** How the API is reached; see `platform/control-plane/access`. */
const apiAccess = z.object({
  choice: z.enum(accessChoices),
  /** The user's own proxy; the password is never sent to a client. */
  proxy: z.nullable(socks5Proxy),
  /** The user's own Shadowsocks server; the password is never sent to a client. */
  shadowsocks: z._default(z.nullable(shadowsocksServer), null),
  /** Signed texts with bridges, the newest first; see `platform/control-plane/access/bridge-texts.ts`. */
  bridgeTexts: z._default(z.array(z.string()), []),
  /** Addresses whose certificate was the API's, the newest first. */
  verified: z.array(z.string().check(z.refine(isIp))),
  /** The methods that worked, by network; see `gateways/networks/remembered-access.ts`. */
  networks: z.nullable(
    z.object({
      salt: z.string(),
      methods: z.array(
        z.object({ network: z.string(), method: z.enum(accessMethods), at: z.iso.datetime() }),
      ),
    }),
  ),
});

const initialAccess: z.output<typeof apiAccess> = {
  choice: 'automatic',
  proxy: null,
  shadowsocks: null,
  bridgeTexts: [],
  verified: [],
  networks: null,
};

export const daemonStateSchema = z.object({
  /** Random identifier of this installation, sent with API requests. */
  appIdentifier: z.uuid(),
  account: z.nullable(
    z.object({
      accessToken: z.string(),
      email: z.string(),
      deviceId: z.uuid(),
      deviceName: z.string(),
    }),
  ),
  /** Sign-outs that the API has not received yet. */
  logoutNotices: z._default(z.array(z.object({ accessToken: z.string(), deviceId: z.uuid() })), []),
  /** Created by this device in this week; the private key is never written to another file. */
  key: z.nullable(z.object({ privateKey: z.string(), publicKey: z.string(), week: z.int() })),
  /** The user's latest connection goal, restored after a crash. */
  intent: z.nullable(goal),
  /** The location of a paused tunnel, and the location of a tunnel that was ended in a trusted network. */
  pausedGoal: z._default(z.nullable(goal), null),
  away: z._default(z.nullable(goal), null),
  /** The goal that the location of a network's rule replaced; restored outside the network. */
  beforeRule: z._default(z.nullable(goal), null),
  /** This machine's last known external addresses without a tunnel; `comet check` detects leaks by them. */
  outside: z._default(z.array(z.string().check(z.refine(isIp))), []),
  settings: daemonSettings,
  /** See `model/settings/migrate.ts`. */
  settingsVersion: z.int(),
  lastGateway: z.nullable(z.string()),
  /** Codes of locations: the user's favourites, and the last connected ones, newest first. */
  favourites: z._default(z.array(z.string()), []),
  recents: z._default(z.array(z.string()), []),
  /** Results of connection attempts by network; see `gateways/networks/remembered-transports.ts`. */
  passedWays: z._default(
    z.nullable(
      z.object({
        salt: z.string(),
        ways: z.array(z.object({ network: z.string(), way: workedTransport, at: z.iso.datetime() })),
      }),
    ),
    null,
  ),
  apiAddresses: z.array(z.string().check(z.refine(isIp))),
  apiAccess: z._default(apiAccess, initialAccess),
  dashboardAddresses: z._default(z.array(z.string().check(z.refine(isIp))), []),
  serverList: z.nullable(z.object({ version: z.int(), document: z.string() })),
  standbyTickets: z.array(standbyTicket),
});

/** The daemon's persistent state. */
export type DaemonState = Readonly<z.output<typeof daemonStateSchema>>;
export type StandbyTicket = Readonly<z.output<typeof standbyTicket>>;

/** Returns the state of a machine on which the daemon never ran, with a new random app identifier. */
export function initialDaemonState(): DaemonState {
  return {
    appIdentifier: randomUUID(),
    account: null,
    logoutNotices: [],
    key: null,
    intent: null,
    pausedGoal: null,
    away: null,
    beforeRule: null,
    outside: [],
    settings: freshSettings,
    settingsVersion: today,
    lastGateway: null,
    favourites: [],
    recents: [],
    passedWays: null,
    apiAddresses: [],
    apiAccess: initialAccess,
    dashboardAddresses: [],
    serverList: null,
    standbyTickets: [],
  };
}
