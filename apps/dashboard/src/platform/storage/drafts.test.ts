import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { keepDrafts, watchDraft } from './drafts.ts';
import { storeUser } from './session.ts';

function memory() {
  const items = new Map<string, string>();
  return {
    getItem: (key: string) => items.get(key) ?? null,
    setItem: (key: string, value: string) => void items.set(key, value),
    removeItem: (key: string) => void items.delete(key),
    items,
  };
}

let kept: ReturnType<typeof memory>;
beforeEach(() => {
  kept = memory();
  vi.stubGlobal('sessionStorage', kept);
  vi.stubGlobal('localStorage', memory());
  vi.stubGlobal('location', { pathname: '/dash/' });
});
afterEach(() => void vi.unstubAllGlobals());

const signIn = (id: string) => storeUser({ id, email: `${id}@example.com` });

/** A form with one text, as on a page. */
function form(text: string) {
  const shown = { text, restored: false };
  const stop = watchDraft({
    name: 'note',
    isDirty: () => shown.text !== '',
    read: () => ({ text: shown.text }),
    restore: ({ text: draft = '' }) => Object.assign(shown, { text: draft, restored: true }),
  });
  return { shown, stop };
}

/** Stores the typed text of an account, and leaves the page. */
function typeAndLeave(id: string): void {
  signIn(id);
  const { stop } = form('for later');
  keepDrafts();
  stop();
}

test('restores the draft of the same account once', () => {
  typeAndLeave('ada');
  const { shown, stop } = form('');
  expect(shown).toEqual({ text: 'for later', restored: true });
  stop();
  expect([...kept.items.values()].join()).not.toContain('for later');
});

test('removes the draft of another account at a sign-in', () => {
  typeAndLeave('ada');
  signIn('bob');
  const { shown, stop } = form('');
  stop();
  expect(shown.restored).toBe(false);
  expect([...kept.items.values()].join()).not.toContain('for later');
});
