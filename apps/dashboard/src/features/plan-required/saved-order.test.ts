import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { clearSavedOrder, saveOrder, savedOrder } from './saved-order.ts';

const stored = new Map<string, string>();
beforeEach(() => {
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => stored.set(key, value),
    removeItem: (key: string) => stored.delete(key),
  });
});
afterEach(() => {
  stored.clear();
  vi.unstubAllGlobals();
});

const path = '/dash/residential-vpn/payment?gigabytes=25';
const hour = 3600 * 1000;

it('saves an order for a day, until it is cleared', () => {
  expect(savedOrder(0)).toBeNull();
  saveOrder(path, 0);
  expect(savedOrder(23 * hour)).toBe(path);
  expect(savedOrder(25 * hour)).toBeNull();
  clearSavedOrder();
  expect(savedOrder(hour)).toBeNull();
});

it.each(['{', '[]', '{"path":1,"savedAt":0}', '{"path":"//evil.example/","savedAt":0}'])(
  'ignores a stored value that is not a saved order: %s',
  (text) => {
    stored.set('comet:saved-order', text);
    expect(savedOrder(1)).toBeNull();
  },
);
