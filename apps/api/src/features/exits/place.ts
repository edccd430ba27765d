import { countryNameOf } from '@comet/foundation';
import type { DatabaseTransaction } from '../../platform/database/database.ts';
import { readDegrees } from '../operator/index.ts';
import { anyCity, type ExitPlace } from './enrol-exit.ts';

/** `us-nyc`, and for a city where there is no location yet its name and where it lies. Throws a sentence for the operator. */
export async function placeFrom(
  trx: DatabaseTransaction,
  code: string,
  told: { readonly city?: string; readonly latitude?: string; readonly longitude?: string },
): Promise<ExitPlace> {
  const [, land = '', city = ''] = /^([a-z]{2})-([a-z0-9]{2,20})$/.exec(code) ?? [];
  const country = land.toUpperCase();
  if (city === anyCity) throw new Error(`No city has the code ${anyCity}: it stands for all of a country`);
  if (countryNameOf(country) === null) throw new Error(`Not a place like us-nyc: ${code}`);
  const { city: cityName, latitude, longitude } = told;
  if (cityName !== undefined && latitude !== undefined && longitude !== undefined) {
    if (!/^[^\p{C}]{1,60}$/u.test(cityName)) throw new Error('A city has 1 to 60 letters');
    const at = {
      latitude: readDegrees(latitude, 90, ['N', 'S']),
      longitude: readDegrees(longitude, 180, ['E', 'W']),
    };
    return { country, city, cityName, ...at };
  }
  const known = await trx
    .selectFrom('locations')
    .select(['city', 'latitude', 'longitude'])
    .where('code', 'in', [code, `${code}-home`, `${code}-shared`])
    .orderBy('code')
    .executeTakeFirst();
  if (known === undefined)
    throw new Error(`There is no location ${code}: say --city NAME --latitude 40.71N --longitude 74.01W`);
  return { country, city, cityName: known.city, latitude: known.latitude, longitude: known.longitude };
}
