import * as z from 'zod/mini';
import { endpoint } from '../endpoint.ts';
import { port } from '../fields.ts';
import { wire } from '../wire.ts';

/** Machines of the operator. */
export const ownNetwork = wire({
  /** As CIDR. */
  network: z.union([z.cidrv4(), z.cidrv6()]),
  /** TCP ports of our public pages there; all other ports are blocked as destinations. */
  open: z.array(port).check(z.maxLength(20)),
});

export const showOwnNetworks = endpoint({
  method: 'GET',
  path: '/api/v1/gateways/current/own-networks',
  summary: 'List our own networks, which exits and the proxy block',
  tag: 'Gateways',
  caller: 'gateway',
  reply: wire({ networks: z.array(ownNetwork).check(z.maxLength(5000)) }),
  status: 200,
  errors: [],
});

export type OwnNetwork = z.output<typeof ownNetwork>;
