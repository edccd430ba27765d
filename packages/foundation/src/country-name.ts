import { lazyValue } from './lazy-value.ts';

const names = lazyValue(() => new Intl.DisplayNames('en', { type: 'region', fallback: 'none' }));

/** Returns the English name of an ISO 3166-1 alpha-2 code in upper case; null for an unknown country. */
export function countryNameOf(country: string): string | null {
  // Intl also has regions; two-letter codes that ISO reserves for other uses are not countries.
  if (!/^[A-Z]{2}$/.test(country) || /^(AC|CP|CQ|DG|EA|EU|EZ|IC|QO|TA|UN|X[ABK]|ZZ)$/.test(country)) {
    return null;
  }
  return standsForAnother(country) ? null : (names().of(country) ?? null);
}

/** Whether Intl maps a code to another one: that of a former country, or UK, which ISO lists as GB. */
function standsForAnother(country: string): boolean {
  return Intl.getCanonicalLocales(`und-${country}`)[0] !== `und-${country}`;
}
