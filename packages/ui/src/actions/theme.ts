import { useCallback, useSyncExternalStore } from 'react';

/** What a person prefers; `device` follows the system. */
export type ThemePreference = 'light' | 'dark' | 'device';

const KEY = 'theme';
const listeners = new Set<() => void>();

/** The effective theme of a preference: the value of the document's `data-theme`. */
export function effectiveTheme(preference: ThemePreference, systemIsDark: boolean): 'light' | 'dark' {
  return preference === 'device' ? (systemIsDark ? 'dark' : 'light') : preference;
}

/** A stored preference; anything unknown is the default, `device`. */
export function parseTheme(stored: string | null): ThemePreference {
  return stored === 'light' || stored === 'dark' ? stored : 'device';
}

function systemDark(): MediaQueryList {
  return matchMedia('(prefers-color-scheme: dark)');
}

function apply(): void {
  const preference = parseTheme(localStorage.getItem(KEY));
  document.documentElement.dataset['theme'] = effectiveTheme(preference, systemDark().matches);
  for (const listener of listeners) listener();
}

/** Keeps the document's theme true to the preference, to the system and to other tabs. Call once. */
export function followTheme(): void {
  apply();
  systemDark().addEventListener('change', apply);
  addEventListener('storage', (event) => {
    if (event.key === KEY || event.key === null) apply();
  });
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** The preference and how to change it. */
export function useTheme(): readonly [ThemePreference, (preference: ThemePreference) => void] {
  const preference = useSyncExternalStore(subscribe, () => parseTheme(localStorage.getItem(KEY)));
  const choose = useCallback((next: ThemePreference) => {
    localStorage.setItem(KEY, next);
    apply();
  }, []);
  return [preference, choose];
}
