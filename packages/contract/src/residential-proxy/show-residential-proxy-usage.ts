import * as z from 'zod/mini';
import { endpoint } from '../endpoint.ts';
import { id } from '../fields.ts';
import { day, daysQuery, usedBytes } from '../residential-data/balance.ts';
import { wire } from '../wire.ts';

/** Every day of the period, the earliest first, with the users who had usage; some of them may have been removed since. */
export const showResidentialProxyUsage = endpoint({
  method: 'GET',
  path: '/api/v1/residential-proxy/usage',
  summary: 'Show the residential proxy traffic per day and user',
  tag: 'Residential proxy',
  caller: 'user',
  query: daysQuery,
  reply: wire({
    days: z.array(wire({ day, bytes: usedBytes, users: z.array(wire({ userId: id, bytes: usedBytes })) })),
  }),
  status: 200,
  errors: [],
});
