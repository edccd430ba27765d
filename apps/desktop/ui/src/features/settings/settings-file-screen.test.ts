import { expect, test, vi } from 'vitest';
import { settingsIn } from './settings-file-screen.tsx';

test('reads a settings file', async () => {
  expect(await settingsIn(new File(['{"version":1}'], 'comet-settings.json'))).toBe('{"version":1}');
});

test('returns null for an empty, long or unreadable file, and does not read an oversized one', async () => {
  expect(await settingsIn(new File([], 'empty.json'))).toBeNull();
  expect(await settingsIn(new File(['x'.repeat(65_537)], 'long.json'))).toBeNull();
  expect(await settingsIn({ size: 10, text: () => Promise.reject(new Error('gone')) })).toBeNull();
  const text = vi.fn<() => Promise<string>>(() => Promise.resolve('{}'));
  expect(await settingsIn({ size: 5_000_000_000, text })).toBeNull();
  expect(text).not.toHaveBeenCalled();
});
