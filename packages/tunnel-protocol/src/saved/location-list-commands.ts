import * as z from 'zod/mini';
import { maxLocationLength } from '../request-envelope.ts';
import { maxListed, savedName } from './saved-names.ts';
import { snapshot } from '../snapshot.ts';

/** Error codes of the commands in this file. */
export const locationListErrors = [
  /** The name is that of a location, or a word with another meaning. */
  'list_name_taken',
  'list_unknown',
  /** None of its locations exists any more. */
  'list_empty',
  'list_too_many',
  'list_full',
  /** Residential locations are used only on request: they may cost data. */
  'list_residential',
] as const;

/** Locations as the user typed them: codes, countries or cities. */
const typed = z
  .array(z.string().check(z.minLength(1), z.maxLength(maxLocationLength)))
  .check(z.minLength(1), z.maxLength(maxListed));

/** Commands about custom lists of locations, which `connect` accepts by their name. */
export const locationListCommands = {
  'location-list.list': { params: z.object({}), result: snapshot },
  /** Adds locations to the list with this name, which is created if there is none. A country stands for its current locations. */
  'location-list.add': { params: z.object({ name: savedName, locations: typed }), result: snapshot },
  /** Removes locations from a list, and a list without locations; with null the whole list. */
  'location-list.remove': {
    params: z.object({ name: savedName, locations: z.nullable(typed) }),
    result: snapshot,
  },
} as const;
