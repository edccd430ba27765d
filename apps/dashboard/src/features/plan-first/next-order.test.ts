import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { forgetNextOrder, keepNextOrder, nextOrder } from './next-order.ts';

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

const address = '/dash/residential-vpn/payment?gigabytes=25';
const hour = 3600 * 1000;

it('keeps an order for a day, until it is forgotten', () => {
  expect(nextOrder(0)).toBeNull();
  keepNextOrder(address, 0);
  expect(nextOrder(23 * hour)).toBe(address);
  expect(nextOrder(25 * hour)).toBeNull();
  forgetNextOrder();
  expect(nextOrder(hour)).toBeNull();
});

it.each(['{', '[]', '{"address":1,"at":0}', '{"address":"//evil.example/","at":0}'])(
  'ignores what it has not stored: %s',
  (text) => {
    stored.set('comet:next-order', text);
    expect(nextOrder(1)).toBeNull();
  },
);
