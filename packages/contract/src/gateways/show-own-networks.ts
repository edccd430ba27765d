import * as z from 'zod/mini';
import { endpoint } from '../endpoint.ts';
import { port } from '../fields.ts';
import { wire } from '../wire.ts';

const address = z.union([z.ipv4(), z.ipv6()]);

/** Machines of the operator. */
export const ownNetwork = wire({
  /** As CIDR. */
  network: z.union([z.cidrv4(), z.cidrv6()]),
  /** TCP ports of our public pages there; all other ports are blocked as destinations. */
  open: z.array(port).check(z.maxLength(20)),
  /** An address from which only one customer's traffic leaves: a dedicated IP. */
  dedicated: z.optional(z.boolean()),
});

/** Most networks of a reply. */
export const maxOwnNetworks = 5000;

/**
 * Without `limit`, as earlier agents call it, the reply is one page of at most `maxOwnNetworks`. `after` is the `next` of the page before;
 * `next` is absent on the last page.
 */
export const showOwnNetworks = endpoint({
  method: 'GET',
  path: '/api/v1/gateways/current/own-networks',
  summary: 'List our own networks, which exits and the proxy block',
  tag: 'Gateways',
  caller: 'gateway',
  query: wire({
    limit: z.optional(z.string().check(z.regex(/^(?:[1-9]\d{0,2}|[1-4]\d{3}|5000)$/))),
    after: z.optional(address),
  }),
  reply: wire({
    networks: z.array(ownNetwork).check(z.maxLength(maxOwnNetworks)),
    next: z.optional(address),
  }),
  status: 200,
  errors: [],
});

export type OwnNetwork = z.output<typeof ownNetwork>;
