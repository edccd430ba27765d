import * as z from 'zod/mini';
import { endpoint } from '../endpoint.ts';
import { cityCode, countryCode } from '../fields.ts';
import { wire } from '../wire.ts';

const exits = z.int().check(z.minimum(1));

export const showCoverage = endpoint({
  method: 'GET',
  path: '/api/v1/residential/coverage',
  summary: 'List the countries and cities with live residential exits',
  tag: 'Residential',
  caller: 'anyone',
  mayLag: true,
  reply: wire({
    countries: z.array(
      wire({
        country: countryCode,
        name: z.string(),
        exits,
        /**
         * Number of exits that also support tunnels; the others are upstream endpoints at gateways that use
         * them for the proxy only.
         */
        tunnels: z.int().check(z.minimum(0)),
        /** Some exits have no city. */
        cities: z.array(wire({ city: cityCode, name: z.string(), exits })),
      }),
    ),
  }),
  status: 200,
  errors: [],
});
