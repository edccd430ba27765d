import { err, ok, type Result } from '@comet/foundation';
import type { Refusal } from '../refusals.ts';

export interface StickySession {
  readonly name: string;
  readonly minutes: number;
  /** What happens when the session's exit is gone before the session ends. */
  readonly ifGone: 'fail' | 'replace';
}

/** The requested exit. */
export interface Targeting {
  /** ISO 3166-1 alpha-2 in capitals. */
  readonly country: string | null;
  readonly city: string | null;
  /** Null for a new exit with each connection. */
  readonly session: StickySession | null;
}

const anywhere: Targeting = { country: null, city: null, session: null };
const defaultLifetime = 10;
const maxLifetime = 1440;
const maxLength = 200;

/** Pattern of each parameter's value, and the refusal for an invalid one. */
const parameters: Readonly<Record<string, { readonly pattern: RegExp; readonly refusal: Refusal }>> = {
  country: { pattern: /^[a-z]{2}$/i, refusal: 'bad_country' },
  city: { pattern: /^[a-z0-9]{2,20}$/i, refusal: 'bad_city' },
  session: { pattern: /^[a-z0-9_]{1,32}$/i, refusal: 'bad_session' },
  lifetime: { pattern: /^[1-9][0-9]{0,3}$/, refusal: 'bad_lifetime' },
  ifgone: { pattern: /^(?:fail|replace)$/i, refusal: 'bad_ifgone' },
};

/** The user name without parameters: everything before the first dash. */
export function accountOf(username: string): string {
  const dash = username.indexOf('-');
  return dash === -1 ? username : username.slice(0, dash);
}

/**
 * `USER[-country-us][-city-nyc][-session-abc][-lifetime-30][-ifgone-fail|replace]`: each parameter once, in any order. A city needs
 * its country, a lifetime (minutes) and `ifgone` need their session.
 */
export function readUsername(username: string): Result<Targeting, Refusal> {
  if (username.length > maxLength) return err('bad_parameter');
  if (!username.includes('-')) return ok(anywhere);
  const [, ...parts] = username.split('-');
  const given = new Map<string, string>();
  for (let at = 0; at < parts.length; at += 2) {
    const name = (parts[at] ?? '').toLowerCase();
    const known = Object.hasOwn(parameters, name) ? parameters[name] : undefined;
    const value = parts[at + 1];
    if (known === undefined || given.has(name)) return err('bad_parameter');
    if (value === undefined || !known.pattern.test(value)) return err(known.refusal);
    given.set(name, value);
  }
  const country = given.get('country')?.toUpperCase() ?? null;
  const city = given.get('city')?.toLowerCase() ?? null;
  const name = given.get('session');
  const minutes = Number(given.get('lifetime') ?? defaultLifetime);
  if (city !== null && country === null) return err('bad_city');
  if (minutes > maxLifetime || (name === undefined && given.has('lifetime'))) return err('bad_lifetime');
  if (name === undefined && given.has('ifgone')) return err('bad_ifgone');
  const ifGone = given.get('ifgone')?.toLowerCase() === 'replace' ? 'replace' : 'fail';
  return ok({ country, city, session: name === undefined ? null : { name, minutes, ifGone } });
}
