import { useCallback, useEffect, useState } from 'react';
import {
  type Address,
  hrefOf,
  type ParamsOf,
  type SearchOf,
  type Target,
  writeSearch,
  type Written,
} from './addresses.ts';
import type { Going } from './router.ts';
import type { Place } from './route.ts';
import { useRouter, useShown } from './view.tsx';

/** Where the page is. */
export function useLocation(): Place {
  const { pathname, search, hash } = window.location;
  return useShown()?.location ?? { pathname, search, hash, href: pathname + search + hash };
}

/** Counts where was gone to and what was tried again: whoever failed tries again with it. */
export function useTurn(): number {
  return useShown()?.turn ?? 0;
}

/** What the query of a screen's own address holds. */
export function useSearch<A extends Address>(_address: A): SearchOf<A> {
  return (useShown()?.search ?? {}) as SearchOf<A>;
}

/** What stands for the `$name` parts of a screen's own address; a screen of several addresses names either. */
export function useParams<A extends Address>(_address: A): ParamsOf<A> {
  return (useShown()?.params ?? {}) as ParamsOf<A>;
}

/** Goes to an address. Settles when it stands, or something else was gone to. */
export function useNavigate(): <const W extends Written>(target: Target<W> & Going) => Promise<void> {
  const router = useRouter();
  return useCallback((target) => router.go(hrefOf(target), target), [router]);
}

/** Puts another query into a screen's own address. */
export function useSetSearch<A extends Address>(_address: A): (search: SearchOf<A>, going?: Going) => void {
  const router = useRouter();
  return useCallback(
    (search, going) => void router.go(window.location.pathname + writeSearch(search), going),
    [router],
  );
}

/** Goes elsewhere as soon as it is drawn, in the place of this address. */
export function Navigate<const W extends Written>(target: Target<W>): null {
  const router = useRouter();
  const href = hrefOf(target);
  useEffect(() => void router.go(href, { replace: true }), [router, href]);
  return null;
}

interface Leaving {
  readonly leave: () => void;
  readonly stay: () => void;
}

/**
 * While `on`, nobody leaves for an address that `isLeaving` calls elsewhere without being asked: gives the open question, if there is one.
 * Leaving the page altogether is asked about by the browser.
 */
export function useKeep(on: boolean, isLeaving: (next: Place) => boolean): Leaving | null {
  const router = useRouter();
  const [asked, setAsked] = useState<Leaving | null>(null);
  useEffect(() => {
    if (!on) return undefined;
    const free = router.keep((next) => {
      if (!isLeaving(next)) return true;
      const answer = Promise.withResolvers<boolean>();
      const close = (may: boolean) => {
        setAsked(null);
        answer.resolve(may);
      };
      setAsked({ leave: () => close(true), stay: () => close(false) });
      return answer.promise;
    });
    const warn = (event: BeforeUnloadEvent) => event.preventDefault();
    addEventListener('beforeunload', warn);
    return () => {
      free();
      removeEventListener('beforeunload', warn);
    };
  }, [on, router, isLeaving]);
  return asked;
}
