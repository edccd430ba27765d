import type { Place } from './route.ts';
import type { Shown } from './router.ts';
import { screenOf } from './screens.ts';

/**
 * The same screens at the same path, which let the person in at once: they are drawn before this returns, so that what is pressed shows what
 * stands in the query without a moment in between.
 */
export function isAnotherQuery(
  { location: { pathname }, parts }: Pick<Shown, 'location' | 'parts'>,
  location: Place,
): boolean {
  return (
    pathname === location.pathname &&
    parts.every(({ part, failure }) => failure === undefined && screenOf(part) !== undefined) &&
    parts.every(({ part }) => part.admit?.({ location, preload: false }) === undefined)
  );
}
