import { isCidr, isIp, isIpv4, isIpv6 } from '@comet/foundation';
import * as z from 'zod/mini';

const ip = z.string().check(z.refine(isIp));
const cidr = z.string().check(z.refine(isCidr));
const count = z.int().check(z.minimum(0));
/** ISO 3166-1 alpha-2 in capitals. */
const country = z.string().check(z.regex(/^[A-Z]{2}$/));

/** A customer of the proxy: a sub-user of an account, or a dedicated IP. */
const customer = z.object({
  id: z.string(),
  username: z.string().check(z.regex(/^[a-z0-9]{6,32}$/)),
  /** `credentialMac` (`@comet/admission`) of the user name and the password, base64url. */
  mac: z.string(),
  /** Addresses that authenticate without a password. */
  addresses: z.array(ip),
  /** Those of them from which the account itself has been seen. */
  proven: z.array(ip),
  /** Where the bytes are paid from; null where they are not counted. */
  quotaAccount: z.nullable(z.string()),
  route: z.discriminatedUnion('kind', [
    z.object({ kind: z.literal('pool') }),
    z.object({ kind: z.literal('exit'), exit: z.string() }),
    /** One of this gateway's own addresses. */
    z.object({ kind: z.literal('address'), address: z.string().check(z.refine(isIpv4)) }),
  ]),
  /** The most that may be used of these quota leases in all, below what they were drawn with. */
  quotaLeaseLimits: z.optional(z.array(z.object({ slice: z.string(), bytes: count }))),
  /** Open connections, and bytes a second over all of them in both directions. */
  limits: z.object({ connections: count, bytesPerSecond: z.nullable(count) }),
});

/** A provider's proxy; `{country}`, `{city}` and `{session}` in the template are filled in. */
const upstreamOutlet = z.object({
  kind: z.literal('upstream'),
  protocol: z.enum(['http', 'socks5']),
  host: z.string(),
  port: z.int().check(z.minimum(1), z.maximum(65_535)),
  usernameTemplate: z.string(),
  password: z.string(),
});

const outlet = z.discriminatedUnion('kind', [
  /** Connections from `ipv4` or `ipv6` leave by this exit; DNS queries go from `ipv4` to `resolver`. */
  z.object({
    kind: z.literal('local'),
    ipv4: z.string().check(z.refine(isIpv4)),
    ipv6: z.nullable(z.string().check(z.refine(isIpv6))),
    resolver: ip,
  }),
  upstreamOutlet,
]);

/** Destinations that the exit's owner or the operator blocks. */
const rules = z.object({
  ports: z.array(count),
  networks: z.array(cidr),
  /** Lower-case domains: each matches itself and all subdomains. */
  names: z.array(z.string()),
});

const exit = z.object({
  id: z.string(),
  kind: z.enum(['node', 'upstream']),
  country,
  city: z.nullable(z.string()),
  use: z.enum(['native', 'shared', 'dedicated']),
  healthy: z.boolean(),
  /** 0 for an idle one, 1 for one that is full. */
  load: z.number().check(z.minimum(0), z.maximum(1)),
  outlet,
  caps: z.object({ bytesPerSecond: z.nullable(count), dayBytes: z.nullable(count) }),
  rules,
});

/** Messages from the agent to the proxy, one JSON text per line. `setup` is sent first, and once. */
export const proxyCommand = z.discriminatedUnion('type', [
  z.object({
    type: z.literal('setup'),
    host: ip,
    httpPort: z.int(),
    socksPort: z.int(),
    /** The user id to switch to once it listens; null to keep the current one. */
    user: z.nullable(z.int()),
    /** Answers for what leaves from the gateway's own addresses and through providers. */
    resolver: ip,
    /** The program that serves both ports and moves the bytes. */
    relay: z.string(),
    /** Networks that count as the internet although they are not: a laboratory's. None in production. */
    except: z.array(cidr),
    /**
     * The DNS listener for tunnel sessions that exit through providers, and the resolver that is queried through the provider;
     * null if tunnels are not served.
     */
    tproxy: z.nullable(z.object({ address: ip, port: z.int(), resolver: ip })),
    /** Our own admission endpoint as the internet finds it: what a provider's endpoint has to lead to, to count as one that serves. */
    admissionEndpoint: z.object({ host: ip, port: z.int() }),
  }),
  /** Our own networks, blocked except for the ports of our websites; replaces the earlier list. */
  z.object({
    type: z.literal('own'),
    networks: z.array(z.object({ network: cidr, open: z.array(z.int()) })),
  }),
  /** All customers, replacing earlier ones. `pepper` keys the MACs; base64url. */
  z.object({ type: z.literal('customers'), pepper: z.string(), all: z.array(customer) }),
  z.object({ type: z.literal('customer'), put: customer }),
  z.object({ type: z.literal('customer-gone'), id: z.string() }),
  /** The tunnel with this address leaves by this provider's endpoint from now on, or by none. What it has open by another is ended. */
  z.object({ type: z.literal('session'), address: ip, exit: z.nullable(z.string()) }),
  /** Every exit; the connections through one that is missing or not healthy are ended. */
  z.object({ type: z.literal('exits'), all: z.array(exit) }),
  /** To be answered by `proved`. The country of each try is one of these. */
  z.object({
    type: z.literal('prove'),
    upstream: z.string(),
    outlet: upstreamOutlet,
    countries: z.array(country),
  }),
  z.object({ type: z.literal('credit'), quotaAccount: z.string(), slice: z.string(), bytes: count }),
  /** The answer to `draw` when nothing is left to draw. */
  z.object({ type: z.literal('empty'), quotaAccount: z.string() }),
  /** Ends these quota leases; each that is still held is reported as done. */
  z.object({ type: z.literal('lapsed'), quotaLeases: z.array(z.string()) }),
  /** Ends the proxy after it has reported the usage. */
  z.object({ type: z.literal('end') }),
]);

/** Messages from the proxy to the agent, without destinations or times. */
export const proxyEvent = z.discriminatedUnion('type', [
  /** `relay` where it serves tunnels too. */
  z.object({ type: z.literal('listening'), tproxy: z.boolean() }),
  /** A quota account is down to half of what it last got. Answered by `credit` or `empty`, however late. */
  z.object({ type: z.literal('draw'), quotaAccount: z.string() }),
  /** Bytes of a slice used in all so far; nothing more is used of one that is `done`. */
  z.object({ type: z.literal('used'), slice: z.string(), bytes: count, done: z.boolean() }),
  z.object({ type: z.literal('exit-failed'), exit: z.string() }),
  z.object({ type: z.literal('proved'), upstream: z.string(), serves: z.boolean() }),
]);

export type ProxyCustomer = z.output<typeof customer>;
export type QuotaLeaseLimit = NonNullable<ProxyCustomer['quotaLeaseLimits']>[number];
export type ExitView = z.output<typeof exit>;
export type Outlet = z.output<typeof outlet>;
export type UpstreamOutlet = z.output<typeof upstreamOutlet>;
export type ExitRules = z.output<typeof rules>;
export type ProxyCommand = z.output<typeof proxyCommand>;
export type ProxySetup = Extract<ProxyCommand, { type: 'setup' }>;
export type ProxyEvent = z.output<typeof proxyEvent>;

/** 100,000 customers stay below this. */
export const maxProxyCommandLength = 64 * 1024 * 1024;
