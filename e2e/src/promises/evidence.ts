import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'vitest';

const root = join(import.meta.dirname, '../../..');

/** What holds a sentence: it throws if the product and the sentence no longer agree. */
export type Evidence = (sentence: string) => void;

/** A sentence's digest, and what holds it. */
export type Held = readonly [digest: string, ...evidence: readonly [Evidence, ...Evidence[]]];

const files = new Map<string, string>();

/** Returns a file of the repository by its path. */
export function readRepositoryFile(path: string): string {
  const text = files.get(path) ?? readFileSync(join(root, path), 'utf8');
  files.set(path, text);
  return text;
}

/** A test with this title in this file proves the sentence. A title that a template computes is given as its source. */
export function proved(file: string, title: string): Evidence {
  return () => {
    const call = new RegExp(String.raw`\(\s*(['"\`])${escaped(title)}\1\s*,`);
    expect(call.test(readRepositoryFile(file)), `${file} has no test “${title}”`).toBe(true);
  };
}

/** The product's source has this text, of which the sentence speaks. */
export function written(file: string, text: string): Evidence {
  return () => {
    expect(readRepositoryFile(file), file).toContain(text);
  };
}

/** The sentence names each of these values of the product. */
export function names(...values: readonly (string | number)[]): Evidence {
  return (sentence) => {
    for (const value of values) expect(sentence.toLowerCase()).toContain(String(value).toLowerCase());
  };
}

/** The product has this property. */
export function fact(what: string, holds: () => boolean): Evidence {
  return () => {
    expect(holds(), what).toBe(true);
  };
}

/** The sentence speaks of the world, of the page itself or of people's conduct, which no test of ours can hold; `why` says so. */
export function notOurs(why: string): Evidence {
  return () => {
    expect(why).not.toBe('');
  };
}

const escaped = (text: string): string => text.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`);
