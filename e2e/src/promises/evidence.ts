import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'vitest';

const root = join(import.meta.dirname, '../../..');

/** A check that throws if the product and the sentence disagree. */
export type Evidence = (sentence: string) => void;

/** A sentence's digest and the evidence for it. */
export type EvidencedSentence = readonly [digest: string, ...evidence: readonly [Evidence, ...Evidence[]]];

const files = new Map<string, string>();

/** Returns a file of the repository by its path. */
export function readRepositoryFile(path: string): string {
  const text = files.get(path) ?? readFileSync(join(root, path), 'utf8');
  files.set(path, text);
  return text;
}

/** Requires that a file has a test with this title, which covers the sentence. A computed title is given as its template's source. */
export function testNamed(file: string, title: string): Evidence {
  return () => {
    const call = new RegExp(String.raw`\(\s*(['"\`])${escaped(title)}\1\s*,`);
    expect(call.test(readRepositoryFile(file)), `${file} has no test “${title}”`).toBe(true);
  };
}

/** Requires that a source file contains this text, which the sentence describes. */
export function sourceContains(file: string, text: string): Evidence {
  return () => {
    expect(readRepositoryFile(file), file).toContain(text);
  };
}

/** Requires that the sentence contains each of these values of the product. */
export function mentions(...values: readonly (string | number)[]): Evidence {
  return (sentence) => {
    for (const value of values) expect(sentence.toLowerCase()).toContain(String(value).toLowerCase());
  };
}

/** Requires that the product has this property. */
export function fact(what: string, isTrue: () => boolean): Evidence {
  return () => {
    expect(isTrue(), what).toBe(true);
  };
}

/** For sentences about the outside world, the page itself or people's conduct, which cannot be tested; `why` gives the reason. */
export function notTestable(why: string): Evidence {
  return () => {
    expect(why).not.toBe('');
  };
}

const escaped = (text: string): string => text.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`);
