import { madeOnce } from './made-once.ts';

const names = madeOnce(() => new Intl.DisplayNames('en', { type: 'region', fallback: 'none' }));

/** The English name of an ISO 3166-1 alpha-2 code in upper case; null where there is no such country. */
export function countryNameOf(country: string): string | null {
  // Intl knows more regions than countries; those of two letters that ISO keeps for other uses are of no state.
  if (!/^[A-Z]{2}$/.test(country) || /^(AC|CP|CQ|DG|EA|EU|EZ|IC|QO|TA|UN|X[ABK]|ZZ)$/.test(country)) {
    return null;
  }
  return standsForAnother(country) ? null : (names().of(country) ?? null);
}

/** Whether Intl takes a code for another one: that of a former country, or UK, which ISO lists as GB. */
function standsForAnother(country: string): boolean {
  return Intl.getCanonicalLocales(`und-${country}`)[0] !== `und-${country}`;
}
