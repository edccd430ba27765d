import * as z from 'zod/mini';
import { endpoint } from '../endpoint.ts';
import { countryCode, id, moreBlockList, port } from '../fields.ts';
import { wire } from '../wire.ts';
import { openvpnOffers } from './openvpn-offer.ts';

const rate = z.int().check(z.minimum(1), z.maximum(Number.MAX_SAFE_INTEGER));

/**
 * A transport that carries WireGuard's datagrams, and its port: TCP for `tcp`, TCP and UDP for `shadowsocks`, UDP for the others. `cover` is
 * `scrambled` with cover traffic, at the same port.
 */
const wireguardTransport = wire({ kind: z.enum(['tcp', 'quic', 'scrambled', 'shadowsocks', 'cover']), port });

/** Why a gateway refuses a line of its feed. */
const feedFaults = ['unsigned', 'malformed', 'other_gateway', 'rolled_back', 'drift', 'not_of_now'] as const;

export type FeedFault = (typeof feedFaults)[number];
export type WireguardTransport = z.output<typeof wireguardTransport>;

/** Totals only, without data about individual customers. */
export const reportHealth = endpoint({
  method: 'POST',
  path: '/api/v1/gateways/current/health',
  summary: 'Report the health and load of a gateway',
  tag: 'Gateways',
  caller: 'gateway',
  body: wire({
    version: z.string().check(z.maxLength(40)),
    peers: z.int().check(z.minimum(0)),
    /** Recent CPU load, in percent; null while unknown. */
    loadPercent: z.nullable(z.int().check(z.minimum(0), z.maximum(100))),
    /** Recently sent through its default route, which all traffic of tunnels leaves by; null or absent while unknown. */
    bytesPerSecond: z.optional(z.nullable(z.int().check(z.minimum(0), z.maximum(Number.MAX_SAFE_INTEGER)))),
    /** Null if no OpenVPN server runs. */
    openvpn: z.optional(z.nullable(openvpnOffers)),
    /** The block lists that its resolver supports, each once. */
    blockLists: z.optional(
      z
        .array(z.enum(['ads', 'trackers', 'malware']))
        .check(z.refine((lists) => new Set(lists).size === lists.length)),
    ),
    /** Further ones, each once: adult, gambling and social. */
    moreBlockLists: z.optional(
      z.array(moreBlockList).check(
        z.maxLength(16),
        z.refine((lists) => new Set(lists).size === lists.length),
      ),
    ),
    /** UDP ports besides the main one at which its WireGuard is reached, each once. */
    wireguardExtraPorts: z.optional(
      z
        .array(port)
        .check(z.maxLength(16))
        .check(z.refine((ports) => new Set(ports).size === ports.length)),
    ),
    /** How its WireGuard is reached over other transports, each pair of kind and port once. */
    wireguardTransports: z.optional(
      z
        .array(wireguardTransport)
        .check(z.maxLength(8))
        .check(
          z.refine((all) => new Set(all.map(({ kind, port }) => `${kind}:${port}`)).size === all.length),
        ),
    ),
    /** The exits that are connected to it; absent if it accepts none. */
    exits: z.optional(
      z
        .array(
          wire({
            exit: id,
            state: z.enum(['live', 'paused', 'down']),
            /** Both directions, since midnight UTC; never less than an earlier report of the same day. */
            carriedBytes: z.int().check(z.minimum(0)),
            /** Round-trip time between gateway and exit; null while unknown. */
            latencyMs: z.nullable(z.int().check(z.minimum(0), z.maximum(60_000))),
            /** The last measured throughput of its line in bytes per second; null before that. */
            line: z.optional(z.nullable(wire({ downBytesPerSecond: rate, upBytesPerSecond: rate }))),
          }),
        )
        .check(z.maxLength(1000)),
    ),
    /** The providers' endpoints that responded recently, by the ids of their grants, by country. */
    upstreams: z.optional(
      z
        .array(
          wire({
            upstream: id,
            country: countryCode,
            live: z.boolean(),
            /** Whether tunnels use it, too. */
            tunnels: z.optional(z.boolean()),
          }),
        )
        .check(z.maxLength(2000)),
    ),
    /**
     * Why it rejects its feed, from the first rejected line until an accepted heartbeat: it receives no revocations, so it counts as
     * offline. Null or absent while it follows the feed.
     */
    feedFault: z.optional(z.nullable(z.enum(feedFaults))),
    /** Where its residential proxy listens; null if none runs. */
    proxy: z.optional(z.nullable(wire({ httpPort: port, socksPort: port }))),
  }),
  status: 204,
  errors: [],
});
