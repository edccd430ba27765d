import * as z from 'zod/mini';
import { endpoint } from '../endpoint.ts';
import { locationCode } from '../fields.ts';
import { wire } from '../wire.ts';

export const listFavoriteLocations = endpoint({
  method: 'GET',
  path: '/api/v1/favorite-locations',
  summary: 'List the favorite locations of the user',
  tag: 'Locations',
  caller: 'user',
  reply: wire({ locations: z.array(locationCode) }),
  status: 200,
  errors: [],
});
