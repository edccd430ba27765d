import * as z from 'zod/mini';
import { isProgram } from '../choices.ts';

/** Maximum number of routes, and of different locations in them and in local proxies: each needs a tunnel of its own. */
export const maxRoutes = 32;
export const maxRouteLocations = 4;

/** Destinations of routes that are no location: outside the tunnel, and nowhere. */
export const plainDestinations = ['direct', 'block'] as const;

/**
 * Returns a site as its domain in lower case, in ASCII (IDNA); from a URL its host. Null for IP addresses, names without a dot, and anything
 * else that is no domain.
 */
export function parseSite(text: string): string | null {
  const typed = text.trim().replace(/^\*?\./, '');
  const url = URL.parse(/^https?:\/\//i.test(typed) ? typed : `http://${typed}`);
  const host = url?.hostname.replace(/\.$/, '') ?? '';
  return isSite(host) ? host : null;
}

/** Labels of RFC 1035 §2.3.1, with underscores; the last one is not a number, as in an IPv4 address. */
function isSite(text: string): boolean {
  return (
    text.length <= 253 &&
    /^([a-z0-9_]([a-z0-9_-]{0,61}[a-z0-9_])?\.)+(?!\d+$)[a-z0-9][a-z0-9-]{0,61}[a-z0-9]$/.test(text)
  );
}

const destination = z.string().check(z.minLength(1), z.maxLength(60));

const siteKey = { kind: z.literal('site'), site: z.string().check(z.refine(isSite)) };
const appKey = { kind: z.literal('app'), path: z.string().check(z.refine(isProgram)) };

/** Where the traffic of a site with its subdomains, or of a program, goes: `direct`, `block`, or a location by its code. */
export const route = z.discriminatedUnion('kind', [
  z.object({ ...siteKey, to: destination }),
  z.object({ ...appKey, to: destination }),
]);

export type Route = z.output<typeof route>;

/** What a route is about: its site, or the path of its program. */
export function subjectOf(route: Route): string {
  return route.kind === 'site' ? route.site : route.path;
}

/** The codes of the locations of routes and then of local proxies, each once, in the order of their first one. */
export function locationsOf(
  routes: readonly Route[],
  proxies: readonly { readonly location: string }[] = [],
): readonly string[] {
  const named = [...routes.map(({ to }) => to), ...proxies.map(({ location }) => location)];
  return [...new Set(named)].filter((to) => !plainDestinations.some((plain) => plain === to));
}

/** Whether no two routes are about the same, and their locations are not too many. */
export function areRoutesUsable(routes: readonly Route[]): boolean {
  const subjects = routes.map((one) => `${one.kind} ${subjectOf(one)}`);
  return new Set(subjects).size === routes.length && locationsOf(routes).length <= maxRouteLocations;
}
