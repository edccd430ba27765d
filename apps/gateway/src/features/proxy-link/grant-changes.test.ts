import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { customer } from '../../../test/proxy-fixture.ts';
import { GrantChanges } from './grant-changes.ts';

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

function changes() {
  const sent: string[] = [];
  const grantChanges = new GrantChanges({
    put: ({ id }) => void sent.push(`put ${id}`),
    gone: (id) => void sent.push(`gone ${id}`),
  });
  return { sent, grantChanges };
}

test('sends a replacing grant before the removal of the old one, although the feed sends the removal first', () => {
  const { sent, grantChanges } = changes();
  grantChanges.withdrawn(customer({ id: 'before' }));
  grantChanges.granted(customer({ id: 'after' }));
  expect(sent).toEqual(['put after', 'gone before']);
  vi.advanceTimersByTime(10_000);
  expect(sent).toHaveLength(2);
});

test('removes a grant without a replacement after a short delay, also while others are granted', () => {
  const { sent, grantChanges } = changes();
  grantChanges.withdrawn(customer({ id: 'before' }));
  grantChanges.granted(customer({ id: 'other', username: 'other1' }));
  expect(sent).toEqual(['put other']);
  vi.advanceTimersByTime(200);
  expect(sent).toEqual(['put other', 'gone before']);
});

test('removes both grants of a user after the grant that replaces them, in any order', () => {
  for (const order of [
    ['own', 'shared'],
    ['shared', 'own'],
  ]) {
    const { sent, grantChanges } = changes();
    for (const id of order) grantChanges.withdrawn(customer({ id }));
    grantChanges.granted(customer({ id: 'after' }));
    expect(sent).toEqual(['put after', ...order.map((id) => `gone ${id}`)]);
  }
});
