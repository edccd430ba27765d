import type { ExitUse } from '@comet/admission';
import { countryNameOf } from '@comet/foundation';
import type { DatabaseTransaction } from '../../platform/database/database.ts';
import type { ExitPlace } from './invite.ts';

/** Stands in a location's code for whichever city of its country there is: a provider's endpoint serves a country. */
export const anyCity = 'any';

/** The location whose traffic leaves by exits of a use in a city; null for those of one customer's. */
export function locationOf(at: {
  readonly country: string;
  readonly city: string;
  readonly use: ExitUse;
}): string | null {
  if (at.use === 'dedicated') return null;
  return `${at.country.toLowerCase()}-${at.city}-${at.use === 'native' ? 'home' : 'shared'}`;
}

/** Makes the location that traffic by such exits is offered at, unless it is there or there is to be none. */
export async function makeLocation(
  trx: DatabaseTransaction,
  { use, ...place }: ExitPlace & { readonly use: ExitUse },
): Promise<void> {
  const code = locationOf({ ...place, use });
  if (code === null) return;
  const { country, cityName, latitude, longitude } = place;
  await trx
    .insertInto('locations')
    .values({
      ...{ code, country, latitude, longitude },
      countryName: countryNameOf(country) ?? country,
      city: cityName,
      type: use === 'native' ? ('native_residential' as const) : ('residential' as const),
    })
    .onConflict((conflict) => conflict.column('code').doNothing())
    .execute();
}
