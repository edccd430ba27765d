import { describe, expect, it } from 'vitest';
import { plural, say } from './say.ts';

describe('say', () => {
  it('fills every place', () => {
    expect(say('{count} of {limit}', { count: 2, limit: 10 })).toBe('2 of 10');
  });

  it('leaves a sentence without places alone', () => {
    expect(say('Nothing to fill')).toBe('Nothing to fill');
  });

  it('is refused by the compiler when a value is missing or has no place', () => {
    // @ts-expect-error a value is missing
    expect(say('{count} of {limit}', { count: 2 })).toBe('2 of {limit}');
    // @ts-expect-error the value has no place
    expect(say('{count}', { count: 2, more: 3 })).toBe('2');
  });

  it('does not read values for places of their own', () => {
    expect(say('{name} left', { name: '{name}' })).toBe('{name} left');
  });
});

it('plural chooses by the rules of the language', () => {
  const forms = { one: 'one', other: 'many' } as const;
  expect([0, 1, 2].map((count) => plural(count, forms))).toEqual(['many', 'one', 'many']);
});
