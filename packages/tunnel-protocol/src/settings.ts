import { isCidr } from '@comet/foundation';
import * as z from 'zod/mini';
import {
  isProgram,
  meteredChoices,
  portProtocols,
  protocolChoices,
  proxyModes,
  splitModes,
  transportChoices,
  variantChoices,
  wireguardOverChoices,
  wireguardPortChoices,
} from './choices.ts';
import { parseResolver } from './resolver-address.ts';
import {
  areListsUnique,
  domainName,
  maxAllowedNames,
  maxNameLists,
  maxSplitDomains,
  nameList,
  splitDomain,
} from './saved/name-lists.ts';
import { locationProxy, maxProxies, proxyPort } from './saved/location-proxies.ts';
import { areRoutesUsable, maxRoutes, route } from './saved/routes.ts';
import { areNamesUnique, maxListed, maxLists, maxProfiles, savedName } from './saved/saved-names.ts';

/** An IP address, or a URL of an encrypted resolver; see `parseResolver`. */
const resolver = z.string().check(z.refine((text) => parseResolver(text) !== null));
export const network = z.string().check(z.refine(isCidr));
export const program = z.string().check(z.refine(isProgram));

export const dnsChoice = z.nullable(
  z.object({ servers: z.array(resolver).check(z.minLength(1), z.maxLength(3)) }),
);
export const blockListChoice = z.object({
  ads: z.boolean(),
  trackers: z.boolean(),
  malware: z.boolean(),
  adult: z._default(z.boolean(), false),
  gambling: z._default(z.boolean(), false),
  social: z._default(z.boolean(), false),
});
const splitTunnelChoice = z.object({
  mode: z.enum(splitModes),
  apps: z.array(program).check(z.maxLength(64)),
  networks: z.array(network).check(z.maxLength(64)),
});
/** `last`, `nearest`, `random`, a location as the user typed it, or the name of a list. */
export const serverChoice = z.string().check(z.minLength(1), z.maxLength(60));
export const networkName = z.string().check(z.minLength(1), z.maxLength(60));
const trustedNetwork = z.object({
  /** Derived from the network's router; see the daemon's `network-identity.ts`. */
  id: z.string().check(z.regex(/^[0-9a-f]{32}$/)),
  name: networkName,
});

/** A local port that forwards to the residential proxy. Every program that can connect to it uses the account's data. */
export const localProxy = z.object({
  port: proxyPort,
  /** ISO 3166-1 alpha-2, in capitals; null for any. */
  country: z.nullable(z.string().check(z.regex(/^[A-Z]{2}$/))),
  mode: z.enum(proxyModes),
});
const keptProxy = z.extend(localProxy, {
  /** Its session id at the proxy, so that it has the same exit after a restart. */
  session: z.string().check(z.regex(/^[a-z0-9]{12}$/)),
});

/** A port of this machine that is reachable from the internet while a tunnel is up. */
export const forwardedPort = z.object({
  protocol: z.enum(portProtocols),
  port: z.int().check(z.minimum(1), z.maximum(65_535)),
});

/** A custom list of locations, by their codes. */
const locationList = z.object({
  name: savedName,
  locations: z
    .array(z.string().check(z.minLength(1), z.maxLength(60)))
    .check(z.minLength(1), z.maxLength(maxListed)),
});

/** Settings that are applied together. */
const profile = z.object({
  name: savedName,
  server: serverChoice,
  protocol: z.enum(protocolChoices),
  variant: z.enum(variantChoices),
  wireguardPort: z.enum(wireguardPortChoices),
  wireguardOver: z.enum(wireguardOverChoices),
  dns: dnsChoice,
  blockLists: blockListChoice,
  splitTunnel: splitTunnelChoice,
});

/** What differs from the settings in one network; null leaves a setting as it is. */
export const networkRuleChoices = {
  /** Whether to connect there automatically; false disconnects there, unless lockdown is on. */
  connect: z.nullable(z.boolean()),
  server: z.nullable(serverChoice),
  transport: z.nullable(z.enum(transportChoices)),
  /** Under lockdown, true has no effect: a network's identity can be imitated. */
  allowLan: z.nullable(z.boolean()),
  /** Resolvers, instead of the settings' resolvers and block lists. */
  dns: dnsChoice,
};
const networkRule = z.extend(trustedNetwork, networkRuleChoices);

const noLists = {
  ...{ ads: false, trackers: false, malware: false },
  ...{ adult: false, gambling: false, social: false },
};

/** The user's settings. Later additions have defaults, so that settings of an older daemon stay readable. */
export const daemonSettings = z.object({
  lockdown: z.boolean(),
  allowLan: z.boolean(),
  protocol: z._default(z.enum(protocolChoices), 'automatic'),
  variant: z._default(z.enum(variantChoices), 'automatic'),
  wireguardPort: z._default(z.enum(wireguardPortChoices), 'automatic'),
  /** With QUIC or TCP the port is `automatic`. */
  wireguardOver: z._default(z.enum(wireguardOverChoices), 'automatic'),
  /** Target of a connect without a location: the last one, the nearest, or a location. */
  server: z._default(serverChoice, 'last'),
  /** Custom resolvers in their order, queried through the tunnel; null for the gateway's resolver. */
  dns: z._default(dnsChoice, null),
  blockLists: z._default(blockListChoice, noLists),
  /** The user's own lists, which the resolver of this machine applies. */
  nameLists: z._default(z.array(nameList).check(z.maxLength(maxNameLists), z.refine(areListsUnique)), []),
  /** Names that no list blocks, with their subdomains. */
  allowedNames: z._default(z.array(domainName).check(z.maxLength(maxAllowedNames)), []),
  /** Domains with a DNS server of their own, in the order of their addition. */
  splitDns: z._default(z.array(splitDomain).check(z.maxLength(maxSplitDomains)), []),
  splitTunnel: z._default(splitTunnelChoice, { mode: 'off', apps: [], networks: [] }),
  /** Connects when the daemon starts and on every network that is not trusted. */
  autoConnect: z._default(z.boolean(), false),
  trustedNetworks: z._default(z.array(trustedNetwork).check(z.maxLength(32)), []),
  /** Named differently, for different networks. */
  networkRules: z._default(z.array(networkRule).check(z.maxLength(32)), []),
  /** In the order of their ports. */
  localProxies: z._default(z.array(keptProxy).check(z.maxLength(maxProxies)), []),
  /** In the order of their ports. */
  locationProxies: z._default(z.array(locationProxy).check(z.maxLength(maxProxies)), []),
  /** In the order of their ports. */
  forwardedPorts: z._default(z.array(forwardedPort).check(z.maxLength(10)), []),
  /** ISO 8601. Until then there is no tunnel; the daemon reconnects afterwards. */
  pausedUntil: z._default(z.nullable(z.iso.datetime()), null),
  /** Adds a preshared key by ML-KEM-768, against decryption of recorded traffic by later quantum computers. */
  postQuantum: z._default(z.boolean(), true),
  metered: z._default(z.enum(meteredChoices), 'automatic'),
  /** In the order of their creation. */
  locationLists: z._default(z.array(locationList).check(z.maxLength(maxLists), z.refine(areNamesUnique)), []),
  /** In the order of their creation. */
  profiles: z._default(z.array(profile).check(z.maxLength(maxProfiles), z.refine(areNamesUnique)), []),
  /** In the order of their creation. */
  routes: z._default(z.array(route).check(z.maxLength(maxRoutes), z.refine(areRoutesUsable)), []),
  /** Whether sessions and their bytes are recorded on this machine. */
  statistics: z._default(z.boolean(), true),
  /** Bytes received and sent in a calendar month, at 80 % and 100 % of which the snapshot has an alert; null for none. */
  dataBudget: z._default(z.nullable(z.int().check(z.minimum(1_000_000))), null),
});

export type DaemonSettings = z.output<typeof daemonSettings>;
export type TrustedNetwork = z.output<typeof trustedNetwork>;
export type Profile = z.output<typeof profile>;
export type NetworkRule = z.output<typeof networkRule>;
export type LocationList = z.output<typeof locationList>;

export const freshSettings: DaemonSettings = daemonSettings.parse({ lockdown: false, allowLan: false });
