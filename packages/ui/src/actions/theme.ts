import { useCallback, useSyncExternalStore } from 'react';

/** The user's preference; `device` follows the system. */
export type ThemePreference = 'light' | 'dark' | 'device';

const KEY = 'theme';
const listeners = new Set<() => void>();

/** The effective theme of a preference: the value of the document's `data-theme`. */
export function effectiveTheme(preference: ThemePreference, systemIsDark: boolean): 'light' | 'dark' {
  return preference === 'device' ? (systemIsDark ? 'dark' : 'light') : preference;
}

/** Parses a stored preference; an unknown one becomes the default, `device`. */
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

/**
 * Updates the document's theme when the preference (also in another tab) or the system's theme changes. Call
 * once.
 */
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

/** Returns the preference and the function that changes it. */
export function useTheme(): readonly [ThemePreference, (preference: ThemePreference) => void] {
  const preference = useSyncExternalStore(subscribe, () => parseTheme(localStorage.getItem(KEY)));
  const choose = useCallback((next: ThemePreference) => {
    localStorage.setItem(KEY, next);
    apply();
  }, []);
  return [preference, choose];
}
