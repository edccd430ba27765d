import type { LocationType } from '@comet/contract/location-types';
import type { Database, DatabaseTransaction } from '../../platform/database/database.ts';

export interface StoredLocation {
  readonly code: string;
  readonly country: string;
  readonly countryName: string;
  readonly city: string;
  readonly type: LocationType;
  readonly latitude: number;
  readonly longitude: number;
  /** Labels of its features. */
  readonly features: string[];
}

/** Returns every location by country and city. */
export async function allLocations(db: Database | DatabaseTransaction): Promise<readonly StoredLocation[]> {
  return db
    .selectFrom('locations')
    .selectAll()
    .orderBy('countryName')
    .orderBy('city')
    .orderBy('code')
    .execute();
}

/** Adds missing locations; existing ones keep the operator's values. */
export async function addLocations(db: Database, locations: readonly StoredLocation[]): Promise<void> {
  await db
    .insertInto('locations')
    .values([...locations])
    .onConflict((conflict) => conflict.column('code').doNothing())
    .execute();
}
