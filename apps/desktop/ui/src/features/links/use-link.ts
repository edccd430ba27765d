import { useCallback, useEffect, useState } from 'react';
import { useShell } from '../../platform/shell/index.ts';
import { type Link, parseLink } from './parse-link.ts';

export type { Link } from './parse-link.ts';

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
