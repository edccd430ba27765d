import * as z from 'zod/mini';
import { endpoint } from '../endpoint.ts';
import { instant, locationCode } from '../fields.ts';
import { wire } from '../wire.ts';

const count = z.int().check(z.minimum(0));

/**
 * `all` and `working` count gateways; of residential exits only the live ones are counted, with their countries. `none`: no gateway or exit
 * is in service.
 */
export const part = wire({
  name: z.enum(['accounts', 'gateways', 'residential']),
  state: z.enum(['working', 'degraded', 'down', 'none']),
  working: count,
  all: count,
  countries: count,
});

/** A data center location. `none`: no gateway is in service there. `all` and `working` count gateways. */
export const cityStatus = wire({
  code: locationCode,
  city: z.string(),
  /** ISO 3166-1 alpha-2, upper case. */
  country: z.string(),
  countryName: z.string(),
  state: z.enum(['working', 'degraded', 'down', 'none']),
  working: count,
  all: count,
  /** Load of the least loaded gateway there; null without one. */
  load: z.nullable(z.enum(['low', 'medium', 'high'])),
});

export const showStatus = endpoint({
  method: 'GET',
  path: '/api/v1/status',
  summary: 'Show the current state of each part of the service and each data center location',
  tag: 'Status',
  caller: 'anyone',
  reply: wire({ checkedAt: instant, parts: z.array(part), cities: z.array(cityStatus) }),
  status: 200,
  errors: [],
});
