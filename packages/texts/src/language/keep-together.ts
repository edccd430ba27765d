/** Units and other nouns that are counted, without the English plural. */
const units =
  '[kMGT]B|[kMG]bit/s|ms|s|min|h|(?:second|minute|hour|day|week|month|year|device|location|coin)s?|countries';

/** Spaces at which a line must not end: within a date, a time with its zone, an amount with its unit, and a price per period. */
const spaces = new RegExp(
  [
    String.raw`(?<=\b\d\d?) (?=[A-Z][a-z]{2,8}\b)`,
    String.raw`(?<=\b\d\d? [A-Z][a-z]{2,8}) (?=\d{4}\b)`,
    String.raw`(?<=\d) (?=(?:(?:free|extra) )?(?:${units})(?![\w/]))`,
    String.raw`(?<=\d (?:free|extra)|:\d\d|[$€£][\d.,]+ (?:a|per)) (?=(?:${units}|UTC)\b)`,
  ].join('|'),
  'g',
);

/**
 * Keeps a date, a time with its zone, an amount with its unit and a price with its period on one line, by no-break spaces (U+00A0):
 * `24 December 2027`, `30 free days`, `5 GB`, `$4.99 a month`.
 */
export function keepTogether(text: string): string {
  return text.replaceAll(spaces, '\u00a0');
}
