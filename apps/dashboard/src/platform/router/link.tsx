import { type AnchorHTMLAttributes, type MouseEvent, type ReactNode, useRef } from 'react';
import { hrefOf, type Target, type Written } from './addresses.ts';
import { useRouter } from './view.tsx';

type Anchor = Omit<AnchorHTMLAttributes<HTMLAnchorElement>, 'href'>;

/** A pointer only passing by fetches nothing. */
const MEANT_MS = 50;

/** A link to an address of ours. What it leads to is fetched as soon as it is pointed at, unless `preload` is false. */
export function Link<const W extends Written>(
  props: Target<W> & Anchor & { readonly preload?: false; readonly children?: ReactNode },
) {
  const { to, params, search, href: written, preload, onClick, ...anchor } = props;
  const router = useRouter();
  const href = hrefOf({ to, params, search, href: written });
  const meant = useRef<ReturnType<typeof setTimeout>>(undefined);
  const fetch = () => void router.fetch(href, { guarded: true }).catch(() => undefined);
  const leave = () => clearTimeout(meant.current);
  const point = () => {
    leave();
    meant.current = setTimeout(fetch, MEANT_MS);
  };
  const follow = (event: MouseEvent<HTMLAnchorElement>) => {
    onClick?.(event);
    if (event.defaultPrevented || isForBrowser(event)) return;
    event.preventDefault();
    leave();
    void router.go(href);
  };
  const ahead =
    preload === false
      ? {}
      : { onMouseEnter: point, onMouseLeave: leave, onFocus: fetch, onTouchStart: fetch };
  return <a {...anchor} {...ahead} href={href} onClick={follow} />;
}

/** Into another tab or window, or to be saved. */
function isForBrowser(event: MouseEvent<HTMLAnchorElement>): boolean {
  return (
    event.button !== 0 ||
    event.metaKey ||
    event.ctrlKey ||
    event.shiftKey ||
    event.altKey ||
    (event.currentTarget.target !== '' && event.currentTarget.target !== '_self')
  );
}
