import { useCallback, useEffect, useState } from 'react';
import { useShell } from '../../platform/shell/index.ts';

/** The actions of a link. `screen` opens a screen, `connect` requires a confirmation; no link changes anything directly. */
export type Link =
  | { readonly kind: 'screen'; readonly screen: 'locations' | 'account' | 'plans' | 'referral' | 'settings' }
  | { readonly kind: 'sign-in' }
  /** `location`: a code of the server list; null for the default location. */
  | { readonly kind: 'connect'; readonly location: string | null };

const screens = ['locations', 'account', 'plans', 'referral', 'settings'] as const;

/**
 * Parses a `comet://` link. Every web page can open one, so only a few fixed links are allowed: no
 * parameters, no URLs, no sign-in. Null for anything else.
 */
export function parseLink(text: string): Link | null {
  if (text.length > 64) return null;
  const [, word = '', location] =
    /^comet:\/\/([a-z]{1,12})(?:\/([a-z0-9]{1,8}(?:-[a-z0-9]{1,8}){0,4}))?\/?$/.exec(text) ?? [];
  if (word === 'connect') return { kind: 'connect', location: location ?? null };
  if (location !== undefined) return null;
  if (word === 'login') return { kind: 'sign-in' };
  const screen = screens.find((each) => each === word);
  return screen === undefined ? null : { kind: 'screen', screen };
}

/** The last opened link; `clearLink` removes it. Other links are ignored. */
export function useLink(): { readonly link: Link | null; readonly clearLink: () => void } {
  const shell = useShell();
  const [link, setLink] = useState<Link | null>(null);
  useEffect(
    () =>
      shell.onLink((text) => {
        const read = parseLink(text);
        if (read === null) return;
        setLink(read);
        void shell.showWindow();
      }),
    [shell],
  );
  return { link, clearLink: useCallback(() => setLink(null), []) };
}
