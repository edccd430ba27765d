import * as z from 'zod/mini';
import { endpoint } from '../endpoint.ts';
import { locationCode } from '../fields.ts';
import { openvpnVariant } from '../gateways/openvpn-offer.ts';
import { wire } from '../wire.ts';
import { locationTypes } from './location-types.ts';

export const location = wire({
  code: locationCode,
  /** ISO 3166-1 alpha-2, upper case. */
  country: z.string(),
  countryName: z.string(),
  city: z.string(),
  type: z.enum(locationTypes),
  latitude: z.number(),
  longitude: z.number(),
  /** The protocols of the gateways in service there; empty without one. */
  protocols: z.array(z.enum(['wireguard', 'openvpn'])),
  /** The OpenVPN variants that at least one gateway there offers. */
  variants: z.array(openvpnVariant),
  /** Features as words: `streaming`, `p2p`, `multi_hop`. */
  features: z.array(z.string()),
  /** Load of the least loaded gateway there; null without one. */
  load: z.nullable(z.enum(['low', 'medium', 'high'])),
  /** True when at least one gateway there has reported recently. */
  online: z.boolean(),
});

export const listLocations = endpoint({
  method: 'GET',
  path: '/api/v1/locations',
  summary: 'List the locations by country and city',
  tag: 'Locations',
  caller: 'anyone',
  mayLag: true,
  reply: wire({ locations: z.array(location) }),
  status: 200,
  errors: [],
});
