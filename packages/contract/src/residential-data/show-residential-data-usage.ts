import * as z from 'zod/mini';
import { endpoint } from '../endpoint.ts';
import { wire } from '../wire.ts';
import { day, daysQuery, usedBytes } from './balance.ts';

/** Every day of the period, the earliest first; today as far as gateways have reported. */
export const showResidentialDataUsage = endpoint({
  method: 'GET',
  path: '/api/v1/residential-data/usage',
  summary: 'Show the residential VPN data used per day',
  tag: 'Residential data',
  caller: 'user',
  query: daysQuery,
  reply: wire({ days: z.array(wire({ day, bytes: usedBytes })) }),
  status: 200,
  errors: [],
});
