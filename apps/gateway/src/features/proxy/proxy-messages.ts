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
  /** `credentialMac` (`@comet/admission`) of the user name and the password, base64url; missing where there is a verifier. */
  mac: z.optional(z.string()),
  /** `credentialVerifier` (`@comet/admission`) of a customer of all gateways, base64url. */
  verifier: z.optional(z.string()),
  /** Addresses that authenticate without a password. */
  addresses: z.array(ip),
  /** The subset of `addresses` from which the account itself has logged in. */
  proven: z.array(ip),
  /** The account that traffic is charged to; null for unmetered traffic. */
  quotaAccount: z.nullable(z.string()),
  route: z.discriminatedUnion('kind', [
    z.object({ kind: z.literal('pool') }),
    z.object({ kind: z.literal('exit'), exit: z.string() }),
    /** One of this gateway's own addresses. */
    z.object({ kind: z.literal('address'), address: z.string().check(z.refine(isIpv4)) }),
  ]),
  /** Maximum total usage of these quota leases, below their original size. */
  quotaLeaseLimits: z.optional(z.array(z.object({ slice: z.string(), bytes: count }))),
  /** Maximum number of open connections, and bytes per second of all of them in both directions. */
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
  /** Connections from `ipv4` or `ipv6` leave through this exit; DNS queries are sent from `ipv4` to `resolver`. */
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
  /** Keeps its sessions and gets no new ones. */
  draining: z.optional(z.boolean()),
  /** From 0 (idle) to 1 (full). */
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
    /** Resolver for traffic from the gateway's own addresses and through providers. */
    resolver: ip,
    /** Path of the relay, which serves both ports and forwards the bytes. */
    relay: z.string(),
    /** Private networks that are treated as public, for labs; empty in production. */
    except: z.array(cidr),
    /**
     * The DNS listener for tunnel sessions that exit through providers, and the resolver that is queried through the provider;
     * null if tunnels are not served.
     */
    tproxy: z.nullable(z.object({ address: ip, port: z.int(), resolver: ip })),
    /** Public address of our admission endpoint: the target of the health checks of providers. */
    admissionEndpoint: z.object({ host: ip, port: z.int() }),
  }),
  /**
   * Our own networks, blocked except for the ports of our websites; replaces the earlier list. `dedicated`: an address from which only one
   * customer's traffic leaves.
   */
  z.object({
    type: z.literal('own'),
    networks: z.array(
      z.object({ network: cidr, open: z.array(z.int()), dedicated: z.optional(z.boolean()) }),
    ),
  }),
  /** All customers, replacing earlier ones. `pepper` keys the MACs; base64url. */
  z.object({ type: z.literal('customers'), pepper: z.string(), all: z.array(customer) }),
  z.object({ type: z.literal('customer'), put: customer }),
  z.object({ type: z.literal('customer-gone'), id: z.string() }),
  /** Sets the provider's endpoint of the tunnel with this address; null for none. Connections through another endpoint end. */
  z.object({ type: z.literal('session'), address: ip, exit: z.nullable(z.string()) }),
  /** The complete list of exits. Connections through a missing or unhealthy exit end. */
  z.object({ type: z.literal('exits'), all: z.array(exit) }),
  /** Answered by `proved`. Each try uses one of these countries. */
  z.object({
    type: z.literal('prove'),
    upstream: z.string(),
    outlet: upstreamOutlet,
    countries: z.array(country),
  }),
  z.object({ type: z.literal('credit'), quotaAccount: z.string(), slice: z.string(), bytes: count }),
  /** The response to `draw` when the quota account is empty. */
  z.object({ type: z.literal('empty'), quotaAccount: z.string() }),
  /** Ends these quota leases; each held one is reported as done. */
  z.object({ type: z.literal('lapsed'), quotaLeases: z.array(z.string()) }),
  /** Ends the proxy after it has reported the usage. */
  z.object({ type: z.literal('end') }),
]);

/** Messages from the proxy to the agent, without destinations or times. */
export const proxyEvent = z.discriminatedUnion('type', [
  /** `tproxy`: whether it also serves tunnels. */
  z.object({ type: z.literal('listening'), tproxy: z.boolean() }),
  /** Less than half of the last quota lease is left. Answered by `credit` or `empty`, possibly late. */
  z.object({ type: z.literal('draw'), quotaAccount: z.string() }),
  /** Total usage of a quota lease in bytes; a lease that is `done` is not used any more. */
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

/** Maximum length of a message; 100,000 customers stay below it. */
export const maxProxyCommandLength = 64 * 1024 * 1024;
