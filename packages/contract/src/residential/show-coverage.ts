import * as z from 'zod/mini';
import { endpoint } from '../endpoint.ts';
import { cityCode, countryCode } from '../fields.ts';
import { wire } from '../wire.ts';

const exits = z.int().check(z.minimum(1));

export const showCoverage = endpoint({
  method: 'GET',
  path: '/api/v1/residential/coverage',
  summary: 'Where residential exits are live at this moment',
  tag: 'Residential',
  caller: 'anyone',
  reply: wire({
    countries: z.array(
      wire({
        country: countryCode,
        name: z.string(),
        exits,
        /** Those of them that carry tunnels too; the others are providers' endpoints, at gateways where these serve the proxy alone. */
        tunnels: z.int().check(z.minimum(0)),
        /** Some exits have a country only. */
        cities: z.array(wire({ city: cityCode, name: z.string(), exits })),
      }),
    ),
  }),
  status: 200,
  errors: [],
});
