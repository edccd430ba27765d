import { describe, expect, it } from 'vitest';
import { withNotification, withoutNotification } from './notification-bar.tsx';

describe('the notification bar', () => {
  const two = withNotification(withNotification([], 'First', { id: 'a' }), 'Second', { id: 'b' });

  it('shows an item for 4000 ms by default', () => {
    expect(two[0]).toMatchObject({ text: 'First', durationMs: 4000, tone: 'note' });
    expect(withNotification([], 'Long', { durationMs: 9000 })[0]?.durationMs).toBe(9000);
  });

  it('replaces an item of the same id at its position', () => {
    const bar = withNotification(two, 'First, again', { id: 'a' });
    expect(bar.map((item) => item.text)).toEqual(['First, again', 'Second']);
  });

  it('shows an item of the same id again as the newest', () => {
    const bar = withNotification(two, 'First', { id: 'a', whenShown: 're-show' });
    expect(bar.map((item) => item.id)).toEqual(['b', 'a']);
  });

  it('the timeout of an earlier item does not remove a later one with its id', () => {
    const bar = withNotification(two, 'First, again', { id: 'a' });
    expect(withoutNotification(bar, 'a', 1)).toHaveLength(2);
    expect(withoutNotification(bar, 'a', 2)).toHaveLength(1);
    expect(withoutNotification(bar, 'a')).toHaveLength(1);
  });
});
