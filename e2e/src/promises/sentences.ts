import { createHash } from 'node:crypto';

/** A sentence of the site, where it is in the texts, and the first 8 hexadecimal digits of its SHA-256. */
export interface SiteSentence {
  readonly path: string;
  readonly text: string;
  readonly digest: string;
}

/** What a sentence about prices, refunds, cancelling, platforms, privacy, locations, data volume, support or availability contains. */
const topics = new RegExp(
  [
    String.raw`[$%]|price|\b(free|fee|gb|pay|paid|plans?|days|day \d)\b`,
    'tax|payment|renew|refund|money|cancel|survey|charge|trial|card|crypto|gigabyte|meter|expire|stock',
    String.raw`debian|ubuntu|linux|windows|macos|iphone|android|router|\btvs?\b|phone|device|wireguard|openvpn`,
    String.raw`\blogs?\b|logging|ip address|record|never|forget|memory|priva|dns|leak|\bkeys?\b|kill switch|block`,
    'server|traffic|visit|look up|both ends|alone|195|delete|removed|cookie|analytics|third.part|track|encrypt|tunnel|consent|agreed|hash',
    String.raw`\bonline\b|\bup (right now|for)|locations? (is|are) available|outage|measured|distance|fastest|location on|username|try again in`,
    String.raw`\bipv[46]\b|forwarded|\bbytes?\b|runs? out|unrecorded|email or|real person|nobody else|only one who|watch what|audited|download all`,
  ].join('|'),
  'i',
);

/**
 * The same in a help page, whose steps mention servers, devices and tunnels in nearly every line: only
 * statements that a customer may rely on, about money, records and platforms.
 */
const helpTopics = new RegExp(
  [
    String.raw`[$%]|price|\b(fee|paid|days|day \d)\b|tax|renew|refund|money|cancel|charge|trial|crypto|expire`,
    String.raw`\blogs?\b|logging|record|never|forget|in memory|priva|leak|delete|cookie|third.part|consent|hash|kill switch`,
    String.raw`debian|ubuntu|windows|macos|iphone|android|\btvs?\b`,
  ].join('|'),
  'i',
);

const minWords = 4;

/** Returns the sentences of the site's texts, legal pages and articles that need evidence. */
export const promisedSentences = (texts: object): readonly SiteSentence[] => sentencesAbout(topics, texts);

/** Returns the lines of help pages that need evidence. */
export const promisedInHelp = (texts: object): readonly SiteSentence[] => sentencesAbout(helpTopics, texts);

/**
 * Returns the statements about the topics; labels of fewer than four words and questions are none. A repeated
 * text is returned once, with its path in the first module by name.
 */
function sentencesAbout(wanted: RegExp, texts: object): readonly SiteSentence[] {
  const isPromise = (text: string): boolean =>
    text.split(/\s+/).length >= minWords && !text.endsWith('?') && wanted.test(text);
  const byText = new Map<string, SiteSentence>();
  const inOrder = Object.fromEntries(
    Object.entries(texts).toSorted(([one], [other]) => (one < other ? -1 : 1)),
  );
  for (const [path, text] of leavesOf(inOrder, ''))
    if (isPromise(text) && !byText.has(text)) byText.set(text, { path, text, digest: digestOf(text) });
  return [...byText.values()];
}

function leavesOf(value: unknown, path: string): readonly (readonly [string, string])[] {
  if (typeof value === 'string') return [[path, value]];
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, one]) => leavesOf(one, path === '' ? key : `${path}.${key}`));
}

function digestOf(text: string): string {
  return createHash('sha256').update(text).digest('hex').slice(0, 8);
}
