import { endpoint } from '../endpoint.ts';
import { locationCode } from '../fields.ts';
import { wire } from '../wire.ts';

/** Unmarking a location that is not marked has no effect. */
export const unmarkFavoriteLocation = endpoint({
  method: 'DELETE',
  path: '/api/v1/favorite-locations/{location}',
  summary: 'Remove a location from the favorites',
  tag: 'Locations',
  caller: 'user',
  params: wire({ location: locationCode }),
  status: 204,
  errors: [],
});
