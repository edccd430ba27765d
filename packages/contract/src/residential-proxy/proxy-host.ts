import * as z from 'zod/mini';
import { cityCode, countryCode, port } from '../fields.ts';
import { wire } from '../wire.ts';

/** A residential proxy in service, and the locations of its live exits. Every user name of an account is valid at each of them. */
export const proxyHost = wire({
  host: z.string(),
  httpPort: port,
  socksPort: port,
  countries: z.array(
    wire({
      country: countryCode,
      /** Some exits have no city. */
      cities: z.array(cityCode),
    }),
  ),
});

export type ProxyHost = z.output<typeof proxyHost>;

/** The requested exit location; null for any. */
export interface ExitLocation {
  readonly country: string | null;
  readonly city: string | null;
}

/** Returns the first of these hosts with a live exit at a location; null where there is none. */
export function proxyHostFor<H extends Pick<ProxyHost, 'countries'>>(
  hosts: readonly H[],
  { country, city }: ExitLocation,
): H | null {
  const isThere = ({ countries }: H): boolean =>
    countries.some(
      (each) =>
        (country === null || each.country === country) && (city === null || each.cities.includes(city)),
    );
  return hosts.find(isThere) ?? null;
}
