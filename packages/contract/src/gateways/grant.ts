import * as z from 'zod/mini';
import { countryCode, id, port, wireguardKey } from '../fields.ts';

/** A subject: 128 bits as base64url. */
export const sub = z.string().check(z.regex(/^[A-Za-z0-9_-]{22}$/));

/** Credentials as `credentialMac` (`@comet/admission`) hashes them under the gateway's pepper, base64url. */
const mac = z.string().check(z.regex(/^[A-Za-z0-9_-]{43}$/));

/** `credentialVerifier` (`@comet/admission`) of credentials, base64url: the same at every gateway. */
const verifier = z.string().check(z.regex(/^[A-Za-z0-9_-]{43}$/));

/** User name of a proxy user. */
const username = z.string().check(z.regex(/^[a-z0-9]{6,32}$/));

/** Source addresses that need no password. */
const addresses = z.array(z.union([z.ipv4(), z.ipv6()])).check(z.maxLength(32));

/** The addresses among them from which the account itself has connected: if several users have one, it belongs to these. */
const proven = z._default(z.array(z.union([z.ipv4(), z.ipv6()])).check(z.maxLength(32)), []);

const limits = z.object({
  connections: z.int().check(z.minimum(1)),
  bytesPerSecond: z.nullable(z.int().check(z.minimum(1))),
});

/** Exit route of a proxy user: any metered exit, one specific exit, or one address of the gateway. */
const route = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('pool') }),
  z.object({ kind: z.literal('exit'), exit: id }),
  z.object({ kind: z.literal('address'), address: z.ipv4() }),
]);

const sliceLimit = z.object({ slice: id, bytes: z.int().check(z.minimum(0)) });

/** Maximum number of slices with a limit in a grant. */
export const maxQuotaLeaseLimits = 1_000;

/**
 * The most that may be used in all of slices that gateways drew before the user's limit was lowered. Not in the line of the grant: an older
 * gateway ignores it, and ends the user's connections instead.
 */
const sliceLimits = z.optional(z.array(sliceLimit).check(z.maxLength(maxQuotaLeaseLimits)));

/**
 * A permanent grant on one gateway: a WireGuard key with its two addresses or OpenVPN credentials, for downloaded configurations; a user of
 * the residential proxy; or an upstream endpoint through which the gateway may send residential traffic, which belongs to no account. Two
 * kinds are in force on all gateways, and replace the own ones of gateways that support them: `credential`, OpenVPN credentials, and
 * `proxyuser`, a user of the residential proxy that is metered and uses any exit. A grant is immutable: a replacement has a new id.
 */
export const grant = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('wireguard'),
    id,
    sub,
    publicKey: wireguardKey,
    ipv4: z.ipv4(),
    ipv6: z.ipv6(),
  }),
  z.object({ kind: z.literal('openvpn'), id, sub, mac }),
  z.object({ kind: z.literal('credential'), id, verifier }),
  z.object({
    kind: z.literal('proxy'),
    id,
    sub,
    username,
    mac,
    addresses,
    proven,
    /** The quota account that is charged for the bytes, on this gateway; null if they are not metered. */
    purse: z.nullable(id),
    route,
    sliceLimits,
    limits,
  }),
  /** Its id is the quota account that is charged for the bytes. */
  z.object({ kind: z.literal('proxyuser'), id, username, verifier, addresses, proven, sliceLimits, limits }),
  z.object({
    kind: z.literal('upstream'),
    id,
    protocol: z.enum(['http', 'socks5']),
    host: z.string().check(z.regex(/^[A-Za-z0-9.:-]{1,253}$/)),
    port,
    /** May contain `{country}`, `{city}` and `{session}`, which the gateway replaces. */
    usernameTemplate: z.string().check(z.regex(/^[\x21-\x7e]{1,200}$/)),
    password: z.string().check(z.maxLength(200)),
    countries: z.array(countryCode).check(z.maxLength(300)),
    use: z.enum(['native', 'shared', 'dedicated']),
    /** Blocked destinations; a name includes all its subdomains. */
    rules: z._default(
      z.object({
        ports: z.array(z.int()).check(z.maxLength(64)),
        networks: z.array(z.string()).check(z.maxLength(64)),
        names: z.array(z.string()).check(z.maxLength(64)),
      }),
      { ports: [], networks: [], names: [] },
    ),
    /** Bandwidth limit at this gateway, per country, both directions together; null for no limit. */
    bytesPerSecond: z._default(z.nullable(z.int().check(z.minimum(1))), null),
  }),
]);

/** Every kind of grant that this release supports: lower-case letters only, which the release before accepts in `followFeed`. */
export const grantKinds = [
  'wireguard',
  'openvpn',
  'proxy',
  'upstream',
  'credential',
  'proxyuser',
] as const satisfies readonly z.output<typeof grant>['kind'][];

export type Grant = z.output<typeof grant>;
export type QuotaLeaseLimit = z.output<typeof sliceLimit>;
export type GrantKind = Grant['kind'];
export type WireguardGrant = Extract<Grant, { kind: 'wireguard' }>;
export type ProxyGrant = Extract<Grant, { kind: 'proxy' }>;
export type ProxyUserGrant = Extract<Grant, { kind: 'proxyuser' }>;
export type UpstreamGrant = Extract<Grant, { kind: 'upstream' }>;

/**
 * The kinds that are in force on all gateways, each with the kind of own grants that they replace. A gateway that supports all of them gets
 * no own ones.
 */
export const sharedKinds = { credential: 'openvpn', proxyuser: 'proxy' } as const satisfies Partial<
  Record<GrantKind, GrantKind>
>;

/** The text of a grant in the digests with which both ends compare their sets. */
export function grantLine(one: Grant): string {
  switch (one.kind) {
    case 'wireguard':
      return `${one.kind} ${one.id} ${one.sub} ${one.publicKey} ${one.ipv4} ${one.ipv6}`;
    case 'openvpn':
      return `${one.kind} ${one.id} ${one.sub} ${one.mac}`;
    case 'credential':
      return `${one.kind} ${one.id} ${one.verifier}`;
    case 'proxy': {
      const { purse, route: egress } = one;
      const target = egress.kind === 'exit' ? egress.exit : egress.kind === 'address' ? egress.address : '*';
      const own = [one.username, one.mac, purse, egress.kind, target];
      return `${one.kind} ${one.id} ${one.sub} ${JSON.stringify([...own, ...proxyTerms(one)])}`;
    }
    case 'proxyuser':
      return `${one.kind} ${one.id} ${JSON.stringify([one.username, one.verifier, ...proxyTerms(one)])}`;
    case 'upstream': {
      const { protocol, host, usernameTemplate, password, use, rules, bytesPerSecond } = one;
      const own = [protocol, host, one.port, usernameTemplate, password, use];
      const { ports, networks, names } = rules;
      // A gateway from before these fields existed writes the line without them.
      const isBound = bytesPerSecond !== null || ports.length + networks.length + names.length > 0;
      const bounds = isBound ? ['*', bytesPerSecond, ports, networks, names] : [];
      return `${one.kind} ${one.id} ${JSON.stringify([...own, ...one.countries, ...bounds])}`;
    }
  }
}

function proxyTerms({ limits: most, addresses: listed, proven: own }: ProxyGrant | ProxyUserGrant) {
  return [most.connections, most.bytesPerSecond, ...listed, ...(own.length > 0 ? ['*', ...own] : [])];
}
