import { describe, expect, it } from 'vitest';
import { plural, formatText } from './format-text.ts';

describe('formatText', () => {
  it('fills every placeholder', () => {
    expect(formatText('{count} of {limit}', { count: 2, limit: 10 })).toBe('2 of 10');
  });

  it('does not change a sentence without placeholders', () => {
    expect(formatText('Nothing to fill')).toBe('Nothing to fill');
  });

  it('the compiler rejects a missing value and one without a placeholder', () => {
    // @ts-expect-error `limit` is missing.
    expect(formatText('{count} of {limit}', { count: 2 })).toBe('2 of {limit}');
    // @ts-expect-error The sentence does not contain `{more}`.
    expect(formatText('{count}', { count: 2, more: 3 })).toBe('2');
  });

  it('does not expand placeholders in values', () => {
    expect(formatText('{name} left', { name: '{name}' })).toBe('{name} left');
  });
});

it('plural follows the rules of the language', () => {
  const forms = { one: 'one', other: 'many' } as const;
  expect([0, 1, 2].map((count) => plural(count, forms))).toEqual(['many', 'one', 'many']);
});
