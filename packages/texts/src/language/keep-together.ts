const nbsp = '\u00a0';

const months =
  'January|February|March|April|May|June|July|August|September|October|November|December|Jan|Feb|Mar|Apr|Jun|Jul|Aug|Sept?|Oct|Nov|Dec';

const units = [
  'kB|MB|GB|TB|[kM]bit/s|Gbit/s|ms|s|min|h|seconds?|minutes?|hours?|days?|weeks?|months?|years?',
  'devices?|locations?|countries|coins|users?',
].join('|');

/** Spaces at which a line must not end: within a date, a time with its zone, an amount with its unit, and a price per period. */
const kept = [
  String.raw`(?<=\b\d{1,2}) (?=(?:${months})\b)`,
  String.raw`(?<=\b\d{1,2} (?:${months})) (?=\d{4}\b)`,
  String.raw`(?<=\b\d{2}:\d{2}(?::\d{2})?) (?=UTC\b)`,
  String.raw`(?<=\d) (?=(?:(?:free|extra) )?(?:${units})(?![\w/]))`,
  String.raw`(?<=\d (?:free|extra)) (?=(?:${units})(?![\w/]))`,
  String.raw`(?<=[$€£][\d.,]+ (?:a|per)) (?=(?:month|year|GB)\b)`,
];
const spaces = new RegExp(kept.join('|'), 'g');

const hasDigit = /\d/;

/**
 * Keeps a date, a time with its zone, an amount with its unit and a price with its period on one line, by no-break spaces (U+00A0):
 * `24 December 2027`, `30 free days`, `5 GB`, `$4.99 a month`.
 */
export function keepTogether(text: string): string {
  if (!hasDigit.test(text)) return text;
  return text.replaceAll(spaces, nbsp);
}
