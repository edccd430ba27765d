import { expect, it } from 'vitest';
import { effectiveTheme, parseTheme } from './theme.ts';

it('device follows the system, the other preferences do not', () => {
  expect(effectiveTheme('device', true)).toBe('dark');
  expect(effectiveTheme('device', false)).toBe('light');
  expect(effectiveTheme('light', true)).toBe('light');
  expect(effectiveTheme('dark', false)).toBe('dark');
});

it('an unknown or missing preference is device', () => {
  expect([null, '', 'sepia', 'light', 'dark'].map(parseTheme)).toEqual([
    'device',
    'device',
    'device',
    'light',
    'dark',
  ]);
});
