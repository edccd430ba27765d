import * as z from 'zod/mini';
import { endpoint } from '../endpoint.ts';
import { wire } from '../wire.ts';
import { openvpnOffers } from './openvpn-offer.ts';

/** Sums only: nothing in it tells one customer from another. */
export const reportHealth = endpoint({
  method: 'POST',
  path: '/api/v1/gateways/current/health',
  summary: 'The gateway is alive, and how busy it is',
  tag: 'Gateways',
  caller: 'gateway',
  body: wire({
    version: z.string().check(z.maxLength(40)),
    peers: z.int().check(z.minimum(0)),
    /** One-minute load average per core, in percent. */
    loadPercent: z.int().check(z.minimum(0), z.maximum(100_000)),
    /** Null where no OpenVPN server runs. */
    openvpn: z.optional(z.nullable(openvpnOffers)),
    /** The lists of names that its resolver can keep back, each once. */
    blockLists: z.optional(
      z
        .array(z.enum(['ads', 'trackers', 'malware']))
        .check(z.refine((lists) => new Set(lists).size === lists.length)),
    ),
  }),
  status: 204,
  errors: [],
});
