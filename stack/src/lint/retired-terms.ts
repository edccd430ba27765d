import { readFileSync } from 'node:fs';

/** A private term that a standard one has replaced. Names are compared part by part: `loan` matches `loanOf` and `open_loans`, not `loaned`. */
interface RetiredTerm {
  /** The parts of the name in lower case, separated by spaces; the last one also matches its plural. */
  readonly term: string;
  readonly instead: string;
}

/** A phrase that treats a program as a person or reads like a translation. */
interface RetiredPhrase {
  readonly phrase: RegExp;
  readonly instead: string;
}

interface Finding {
  readonly file: string;
  /** From 1; 0 for the name of the file. */
  readonly line: number;
  readonly text: string;
  readonly instead: string;
}

/** Files in which a retired term is the usual one, or a name of the database, of stored recordings or of a log that keeps it. */
const USUAL_IN: Readonly<Record<string, RegExp>> = {
  // Answers of DNS (RFC 1035 §4.1.3), to questions of the site and of `comet-ops setup`, a column, recordings, and an operator's action.
  answer:
    /^crates\/(?:dns-filter|local-resolver)\/|^bench\/censor\/src\/(?:rules|tests)\/dns_poisoning\.rs$|control-plane\/access\/doh-routes|test\/fleet\/(?:api-front|api-access-servers|site-servers|dns\/dns-servers)\.ts$|^lab\/src\/servers\/dns-|^apps\/site\/src\/|^apps\/api\/src\/setup\/|^e2e\/src\/containers\/installed-control\.ts$|^packages\/texts\/src\/(?:site\/home|operator-console)|features\/support\/(?:help-answers|conversation|visitor-support)|http\/requests\/idempotency\.ts$|schema\/operation\.ts$|^e2e\/src\/(?:pictures|second-locale)\/|operator-console\/pages\/tickets\.ts$/,
};

const RETIRED_TERMS: readonly RetiredTerm[] = Object.entries({
  answer: 'response, reply, result',
  antechamber: 'client limiter',
  'await turn': 'await capacity',
  books: 'ledger',
  born: 'started, created',
  borrower: 'quota delegate',
  breadth: 'width',
  careless: 'non-durable',
  caretaker: 'ticket refresher',
  carrier: 'relay',
  'come in': 'open session',
  'comes out': 'egress',
  complaint: 'field error, diagnostic',
  desk: 'operator console',
  door: 'admission endpoint',
  doorkeeper: 'OpenVPN session manager',
  draught: 'read size',
  era: 'generation',
  'falls silent': 'lost connectivity',
  'far away': 'added latency',
  farewell: 'logout notice',
  'hand over': 'run, forward',
  'head start': 'saved session',
  hider: 'obfuscator',
  ladder: 'transport fallback',
  lane: 'worker, rate-limit class',
  'last words': 'disconnect notice',
  'let through': 'accept',
  loan: 'delegated quota',
  mend: 'restore, patch',
  'open machine': 'start client',
  purse: 'quota account',
  'raised ahead': 'restored tunnel',
  rehearsal: 'simulation, in-memory fake',
  'second key': 'post-quantum PSK',
  'second tries': 'retries',
  'second try': 'retry',
  slice: 'quota lease',
  'stand in': 'fallback gateway, fake',
  stir: 'change event',
  surroundings: 'shared options',
  taste: 'sample',
  till: 'payment adapter',
  turnstile: 'rate limiter',
  weigh: 'measure size',
  yardstick: 'bandwidth test server',
}).map(([term, instead]) => ({ term, instead }));

/** Terms that are retired only at the start of a name of several parts: elsewhere they are part of a sentence, such as a test's title. */
const RETIRED_PREFIXES: readonly RetiredTerm[] = Object.entries({
  'at least': 'min',
  'at most': 'max',
  longest: 'max',
  most: 'max',
}).map(([term, instead]) => ({ term, instead }));

export const RETIRED_PHRASES: readonly RetiredPhrase[] = [
  { phrase: /\basks? nobody\b/, instead: 'contacts only …' },
  { phrase: /\bwho(?:m)?ever\b/, instead: 'the noun' },
  { phrase: /\bsays back what\b/, instead: 'echoes' },
  { phrase: /\bfailing is no matter\b/, instead: 'failures are ignored' },
  { phrase: /\bunder way\b/, instead: 'pending, running' },
  { phrase: /\bfor ever\b/, instead: 'forever, without end' },
  { phrase: /\bin the words of\b/, instead: 'by the codes of, with the text of' },
  { phrase: /\bgives? way to\b/, instead: 'is superseded by' },
  { phrase: /\bknocks? at\b/, instead: 'contacts' },
  { phrase: /\bnobody knows\b/, instead: 'is unknown' },
  { phrase: /\bhas a word about\b/, instead: 'shows, states' },
  { phrase: /\bha(?:s|ve) coming\b/, instead: 'due entries' },
  { phrase: /\bby the same eyes\b/, instead: 'by the same captures' },
  { phrase: /\bnobody looks\b/, instead: 'on a virtual display' },
  { phrase: /\bwired by hand\b/, instead: 'configured manually' },
  { phrase: /\blays? open\b/, instead: 'provides, shows' },
  { phrase: /\bthe money is there\b/, instead: 'the payment is captured' },
  { phrase: /\bbehind an id\b/, instead: 'with this id' },
  { phrase: /\bonly when it is whole\b/, instead: 'atomically' },
  { phrase: /\binsists on\b/, instead: 'requires' },
  { phrase: /\bcounted off\b/, instead: 'and decrements its count' },
  { phrase: /\b(?:const|let|readonly) (?:most|longest)\b/, instead: 'max, with the unit or the noun' },
];

const SENTENCES_FILE = new URL('retired-sentences.txt', import.meta.url);

/** Fragments of sentences that customers no longer read. */
export const RETIRED_SENTENCES: readonly string[] = readFileSync(SENTENCES_FILE, 'utf8')
  .split('\n')
  .filter((line) => line !== '' && !line.startsWith('#'));

const escaped = (text: string): string => text.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&');

const RETIRED_SENTENCE = new RegExp(
  RETIRED_SENTENCES.map((fragment) => escaped(fragment).replaceAll(' ', '\\s+')).join('|'),
  'g',
);

/** Names of the standard library, of RFC 5952 §4.2.3, and of formats that programs of the previous release read and write. */
const EXEMPT_IDENTIFIERS = new Set([
  ...[
    'slice',
    'as_slice',
    'Ipv4HeaderSlice',
    'NetSlice',
    'TransportSlice',
    'as_mut_slice',
    'from_slice',
    'extend_from_slice',
    'copy_from_slice',
    'put_slice',
    'from_pem_slice',
    'pem_slice_iter',
    'IoSliceMut',
    'into_boxed_slice',
  ],
  'longestZeroRun',
  ...[
    'purse',
    'slices',
    'sliceLimit',
    'sliceLimits',
    'slice_limits',
    'purse_empty',
    'doorPort',
    'door_port',
    'farewells',
    'DOOR_PORT',
    'providerAnswer',
  ],
]);

/** Histories, generated files, this list, and an algorithm whose name is the Montgomery ladder. */
const EXEMPT_FILES =
  /\/migrations\/|^CHANGELOG\.md$|^LICENSE|^THIRD_PARTY|^apps\/site\/content\/|^docs\/voice\.md$|lint\/retired-terms|renamed-tables|x25519/;

/** Files that may quote a retired sentence: histories, the voice guide and this list. */
const QUOTING_FILES = /\/migrations\/|^CHANGELOG\.md$|^docs\/voice\.md$|lint\/retired-terms/;

const SOURCE = /\.(tsx?|mjs|rs|astro|sql)$/;
const IDENTIFIER = /[A-Za-z_$][\w$]*/g;

/** Comments, strings and template literals; interpolations are kept as code. */
const NOT_CODE =
  /\/\/[^\n]*|\/\*[\s\S]*?\*\/|'(?:\\.|[^'\\\n])*'|"(?:\\.|[^"\\\n])*"|`(?:\\.|\$\{[^}]*\}|[^`\\])*`/g;
const INTERPOLATION = /\$\{([^}]*)\}/g;

/** `openQuotaAccount`, `open_quota_account` and `open-quota-account` → `['open', 'quota', 'account']`. */
export const partsOf = (name: string): string[] =>
  (name.match(/[A-Z]+(?![a-z])|[A-Z]?[a-z]+|\d+/g) ?? []).map((part) => part.toLowerCase());

/** Replaces comments and strings with spaces, so that offsets and lines stay. */
export function codeOnly(source: string): string {
  return source.replace(NOT_CODE, (skipped) => {
    const code = new Set<number>();
    if (skipped.startsWith('`'))
      for (const match of skipped.matchAll(INTERPOLATION))
        for (let at = match.index + 2; at < match.index + match[0].length - 1; at++) code.add(at);
    return [...skipped].map((char, at) => (char === '\n' || code.has(at) ? char : ' ')).join('');
  });
}

/** Returns the first retired term in the name, or null. */
export function retiredIn(name: string): RetiredTerm | null {
  const parts = partsOf(name);
  return (
    RETIRED_TERMS.find(({ term }) => parts.some((_, at) => isTermAt(parts, at, term))) ??
    RETIRED_PREFIXES.find(({ term }) => parts.length > term.split(' ').length && isTermAt(parts, 0, term)) ??
    null
  );
}

/** Identifiers that were looked up; most occur in many files. */
const known = new Map<string, RetiredTerm | null>();

function knownRetiredIn(name: string): RetiredTerm | null {
  const found = known.get(name);
  if (found !== undefined) return found;
  const term = retiredIn(name);
  known.set(name, term);
  return term;
}

function isTermAt(parts: readonly string[], at: number, term: string): boolean {
  const wanted = term.split(' ');
  return wanted.every((word, index) => {
    const part = parts[at + index];
    return part === word || (index === wanted.length - 1 && part === `${word}s`);
  });
}

const isUsualIn = (file: string, { term }: RetiredTerm): boolean => USUAL_IN[term]?.test(file) === true;

const lineAt = (source: string, index: number): number => source.slice(0, index).split('\n').length;

/** Returns every retired term in the file's name and identifiers, and every retired phrase or sentence anywhere in it. */
export function findRetired(file: string, source: string): Finding[] {
  const sentences = QUOTING_FILES.test(file) ? [] : findRetiredSentences(file, source);
  return EXEMPT_FILES.test(file) ? sentences : [...findRetiredWords(file, source), ...sentences];
}

function findRetiredSentences(file: string, source: string): Finding[] {
  return [...source.matchAll(RETIRED_SENTENCE)].map(({ 0: text, index }) => ({
    file,
    line: lineAt(source, index),
    text,
    instead: 'docs/voice.md',
  }));
}

function findRetiredWords(file: string, source: string): Finding[] {
  const findings: Finding[] = [];
  const named = retiredIn(file);
  if (named !== null && !isUsualIn(file, named))
    findings.push({ file, line: 0, text: file, instead: named.instead });
  if (SOURCE.test(file)) {
    const code = codeOnly(source);
    for (const { 0: name, index } of code.matchAll(IDENTIFIER)) {
      if (EXEMPT_IDENTIFIERS.has(name)) continue;
      const found = knownRetiredIn(name);
      if (found && !isUsualIn(file, found))
        findings.push({ file, line: lineAt(source, index), text: name, instead: found.instead });
    }
  }
  for (const { phrase, instead } of RETIRED_PHRASES)
    for (const match of source.matchAll(new RegExp(phrase.source, 'gi')))
      findings.push({ file, line: lineAt(source, match.index), text: match[0], instead });
  return findings;
}
