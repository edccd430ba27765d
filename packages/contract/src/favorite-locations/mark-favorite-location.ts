import { endpoint } from '../endpoint.ts';
import { locationCode } from '../fields.ts';
import { wire } from '../wire.ts';

/** Marking a marked location has no effect. */
export const markFavoriteLocation = endpoint({
  method: 'POST',
  path: '/api/v1/favorite-locations',
  summary: 'Add a location to the favorites',
  tag: 'Locations',
  caller: 'user',
  body: wire({ location: locationCode }),
  status: 204,
  errors: [],
});
