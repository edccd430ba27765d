import { createHash } from 'node:crypto';

/** A sentence of the site, where it is in the texts, and the first 8 hexadecimal digits of its SHA-256. */
export interface SiteSentence {
  readonly path: string;
  readonly text: string;
  readonly digest: string;
}

/** Words found in sentences about prices, refunds, cancelling, platforms or privacy. */
const topics = new RegExp(
  [
    String.raw`[$%]|price|\b(free|fee|gb|pay|paid|plans?|days|day \d)\b`,
    'tax|payment|renew|refund|money|cancel|survey|charge|trial|card|crypto|gigabyte|meter|expire|stock',
    String.raw`debian|ubuntu|linux|windows|macos|iphone|android|router|\btvs?\b|phone|device|wireguard|openvpn`,
    String.raw`\blogs?\b|logging|ip address|record|never|forget|memory|priva|dns|leak|\bkeys?\b|kill switch|block`,
    'server|traffic|visit|look up|both ends|alone|195|delete|removed|cookie|analytics|third.part|track|encrypt|tunnel|consent|agreed|hash',
  ].join('|'),
  'i',
);

const leastWords = 4;

/** Returns whether a text makes a statement about the topics: labels of fewer than four words and questions make none. */
function isPromise(text: string): boolean {
  return text.split(/\s+/).length >= leastWords && !text.endsWith('?') && topics.test(text);
}

/** Returns the sentences of a module of texts that need evidence. A repeated sentence is returned once, at the first path in alphabetical order. */
export function promisedSentences(texts: object): readonly SiteSentence[] {
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
