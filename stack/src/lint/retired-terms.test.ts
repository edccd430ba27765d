import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { inRepository } from '../repository.ts';
import {
  codeOnly,
  findRetired,
  partsOf,
  RETIRED_PHRASES,
  RETIRED_SENTENCES,
  retiredIn,
} from './retired-terms.ts';

const CHECKED = /\.(tsx?|mjs|rs|astro|sql|md|sh|ya?ml|toml|service|json)$/;
const found = (file: string, source: string) =>
  findRetired(file, source).map(({ line, text }) => `${line} ${text}`);

test('no name, comment, text or document uses a retired term, phrase or sentence', () => {
  const files = execFileSync('git', ['ls-files', '-co', '--exclude-standard'], {
    cwd: inRepository('.'),
    encoding: 'utf8',
    maxBuffer: 1 << 26,
  });
  const findings = files
    .split('\n')
    .filter((file) => CHECKED.test(file))
    .flatMap((file) => findRetired(file, read(file)))
    .map(({ file, line, text, instead }) => `${file}:${line}: ${text} → ${instead}`);
  expect(findings).toEqual([]);
});

test.each([
  ['openQuotaAccount', ['open', 'quota', 'account']],
  ['OPEN_QUOTA_ACCOUNT', ['open', 'quota', 'account']],
  ['open-quota-account.test.ts', ['open', 'quota', 'account', 'test', 'ts']],
])('the parts of %s are %j', (name, parts) => expect(partsOf(name)).toEqual(parts));

test.each([
  'turnstile',
  'openTurnstiles',
  'TURNSTILE_SIZE',
  'data_turnstiles',
  'secondKeyPort',
  'head-start.ts',
  'mostRows',
  'MOST_ROWS',
  'LONGEST_PAUSE_MS',
  'atMostRows',
  'lastAnswer',
  'paddleBooks',
])('%s is retired', (name) => expect(retiredIn(name)).not.toBeNull());

test.each([
  'loaned',
  'until',
  'secondaryKey',
  'indoors',
  'almostFull',
  'reads_at_most_one',
  'outermost',
  'most',
  'unanswered',
  'runbooks',
])('%s is not retired', (name) => expect(retiredIn(name)).toBeNull());

test('terms count in identifiers and file names, not in comments and strings', () => {
  expect(found('a/turnstile.ts', '')).toEqual(['0 a/turnstile.ts']);
  expect(found('a/b.ts', "// turnstile\nconst turnstile = 'turnstile';")).toEqual(['2 turnstile']);
  expect(found('a/b.md', 'turnstile')).toEqual([]);
});

test('a term may be used where it is the usual one', () => {
  expect(found('crates/dns-filter/src/filter.rs', 'let answer = 1;')).toEqual([]);
  expect(found('crates/dns-filter/src/filter.rs', 'let turnstile = 1;')).toEqual(['1 turnstile']);
  expect(found('crates/relay/src/main.rs', 'let answer = 1;')).toEqual(['1 answer']);
});

test('code within template literals is code', () => {
  expect(codeOnly('`a ${turnstile} b`').trim()).toBe('turnstile');
});

test('sentences count in every text and article, but may be quoted by the voice guide', () => {
  const [sentence = ''] = RETIRED_SENTENCES;
  expect(found('apps/site/content/articles/a.md', `\n${sentence}`)).toEqual([`2 ${sentence}`]);
  expect(found('a/b.ts', sentence.replace(' ', '\n'))).toHaveLength(1);
  expect(found('docs/voice.md', sentence)).toEqual([]);
  expect(found('a/b.ts', sentence.toUpperCase())).toEqual([]);
});

test('phrases count everywhere', () => {
  expect(RETIRED_PHRASES.length).toBeGreaterThan(0);
  expect(found('a/b.ts', '// Asks nobody.')).toEqual(['1 Asks nobody']);
  expect(found('a/b.ts', 'const most = 3;')).toEqual(['1 const most']);
  expect(found('a/b.md', 'It\nasks nobody.')).toEqual(['2 asks nobody']);
});

/** Returns '' for a deleted file that is still in the index. */
function read(file: string): string {
  try {
    return readFileSync(inRepository(file), 'utf8');
  } catch {
    return '';
  }
}
