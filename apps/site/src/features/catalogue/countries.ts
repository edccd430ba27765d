import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { api, isDataCenter } from '@comet/contract';
import * as z from 'zod/mini';

const responses = z.object({
  plans: api.listPlans.reply,
  prices: api.listPrices.reply,
  locations: api.listLocations.reply,
  /** Time of the responses, ISO 8601; missing in the file of the repository. */
  checked_at: z.optional(z.iso.datetime()),
  status: z.optional(api.showStatus.reply),
});

/**
 * Reads the API responses for the build: CATALOGUE_FILE, or the file beside this module.
 * Throws on data that violates the contract, so that no page with a wrong price is built.
 */
function readCatalogue() {
  const defaultFile = join(process.cwd(), 'apps/site/src/features/catalogue/last-known.json');
  const text = readFileSync(process.env['CATALOGUE_FILE'] || defaultFile, 'utf8');
  return z.parse(responses, JSON.parse(text));
}

const catalogue = readCatalogue();

export const plans = catalogue.plans.plans;

export const prices = catalogue.prices;

export const locations = catalogue.locations.locations;

/** Time of the API responses; null if the state of the locations may be outdated. */
export const checkedAt = catalogue.checked_at ?? null;

/**
 * The state of the service when the catalogue was fetched, shown with its date to readers without scripts;
 * undefined if it is missing.
 */
export const statusAtBuild = catalogue.status;

export type Plan = (typeof plans)[number];

type Location = (typeof locations)[number];

/** Returns the locations whose traffic leaves from a data center, which the status page shows. */
export function citiesOf<L extends Location>(all: readonly L[]): readonly L[] {
  return all.filter(isDataCenter);
}

/** A country with its locations. */
export interface Country {
  /** ISO 3166-1 alpha-2, upper case. */
  readonly code: string;
  readonly name: string;
  readonly cities: readonly string[];
  readonly locations: readonly Location[];
}

/** Groups locations by country: countries by name, each city once. */
export function countriesOf(locations: readonly Location[]): readonly Country[] {
  return [...Map.groupBy(locations, ({ country }) => country)]
    .map(([code, there]) => ({
      code,
      name: there[0]?.countryName ?? code,
      cities: [...new Set(there.map(({ city }) => city))].toSorted(),
      locations: there.toSorted((one, other) => one.code.localeCompare(other.code)),
    }))
    .toSorted((one, other) => one.name.localeCompare(other.name));
}
