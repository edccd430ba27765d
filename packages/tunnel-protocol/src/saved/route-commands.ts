import * as z from 'zod/mini';
import { isProgram } from '../choices.ts';
import { maxLocationLength } from '../request-envelope.ts';
import { snapshot } from '../snapshot.ts';

/** Error codes of the commands in this file. */
export const routeErrors = [
  'route_site_invalid',
  'route_unknown',
  'route_too_many',
  'route_too_many_locations',
  /** The text matches several locations; a route needs one. */
  'route_location_ambiguous',
] as const;

/** A site as the user typed it: a domain, or a URL with one. */
const site = z.object({ kind: z.literal('site'), site: z.string().check(z.minLength(1), z.maxLength(300)) });
const app = z.object({ kind: z.literal('app'), path: z.string().check(z.refine(isProgram)) });
/** `direct`, `block`, or a location as the user typed it. */
const to = z.string().check(z.minLength(1), z.maxLength(maxLocationLength));

/** Commands about routes: the traffic of a site with its subdomains, or of a program, leaves by a chosen exit. */
export const routeCommands = {
  'route.list': { params: z.object({}), result: snapshot },
  /** Adds a route, or changes the destination of the one for this site or program. */
  'route.add': {
    params: z.object({ subject: z.discriminatedUnion('kind', [site, app]), to }),
    result: snapshot,
  },
  'route.remove': {
    params: z.object({ subject: z.discriminatedUnion('kind', [site, app]) }),
    result: snapshot,
  },
} as const;
