import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { customer } from '../../../test/proxy-fixture.ts';
import { GrantChanges } from './grant-changes.ts';

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

function changes() {
  const told: string[] = [];
  const made = new GrantChanges({
    put: ({ id }) => void told.push(`put ${id}`),
    gone: (id) => void told.push(`gone ${id}`),
  });
  return { told, made };
}

test('sends a replacing grant before the end of the replaced one, which is first in the feed', () => {
  const { told, made } = changes();
  made.withdrawn(customer({ id: 'before' }));
  made.granted(customer({ id: 'after' }));
  expect(told).toEqual(['put after', 'gone before']);
  vi.advanceTimersByTime(10_000);
  expect(told).toHaveLength(2);
});

test('a grant without a replacement ends within a moment, also while others are granted', () => {
  const { told, made } = changes();
  made.withdrawn(customer({ id: 'before' }));
  made.granted(customer({ id: 'other', username: 'other1' }));
  expect(told).toEqual(['put other']);
  vi.advanceTimersByTime(200);
  expect(told).toEqual(['put other', 'gone before']);
});
