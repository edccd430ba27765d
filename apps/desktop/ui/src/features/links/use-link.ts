import { useCallback, useEffect, useState } from 'react';
import { useShell } from '../../platform/shell/index.ts';

/** What a link may ask for. `screen` shows something, `connect` asks the person first; no link changes anything by itself. */
export type Link =
  | { readonly kind: 'screen'; readonly screen: 'locations' | 'account' | 'plans' | 'referral' | 'settings' }
  | { readonly kind: 'sign-in' }
  /** `location`: a code as the server list has them; null for where Comet would connect by itself. */
  | { readonly kind: 'connect'; readonly location: string | null };

const screens = ['locations', 'account', 'plans', 'referral', 'settings'] as const;

/**
 * Reads a `comet://` link. Anybody can write one and any page can open it, so it is one of a few words and nothing more: no parameters, no
 * addresses, nothing that signs in. Null for anything else.
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

/** The link that was followed last and is not answered yet; `answered` forgets it. What is no link of ours is not heard. */
export function useLink(): { readonly link: Link | null; readonly answered: () => void } {
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
  return { link, answered: useCallback(() => setLink(null), []) };
}
