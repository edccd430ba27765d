import { readSearch } from './addresses.ts';
import { type Part, type Place, placeOf } from './route.ts';
import { isAnotherQuery } from './another-query.ts';
import { fetchScreen } from './screens.ts';
import { findIn, type Table } from './table.ts';
import { createVisits } from './visits.ts';

export interface Routes {
  readonly table: Table;
  /** Fetched for a path that the table does not know: one that does. */
  readonly further: (path: string) => Promise<Table>;
  /** Pending while nobody knows yet what is to be drawn, or whether it may be. */
  readonly awaited: Part;
}

/** What is drawn. */
export interface Shown {
  readonly location: Place;
  readonly params: Readonly<Record<string, string>>;
  readonly search: Readonly<Record<string, string>>;
  /** From the outermost; a screen that is not there yet is pending, unless its failure stands here. */
  readonly parts: readonly { readonly part: Part; readonly failure?: { readonly error: unknown } }[];
  /** Counts what was gone to and what was tried again: whatever failed before is drawn anew. */
  readonly turn: number;
  /** Where the page is to be scrolled to, once it is drawn; undefined leaves it. */
  readonly scrollTo: number | undefined;
}

export interface Going {
  readonly replace?: boolean;
  /** False leaves the page scrolled as it is. */
  readonly resetScroll?: boolean;
}

/** Asked before a person leaves for `next`; false keeps them. */
export type Keeper = (next: Place) => boolean | Promise<boolean>;

/** Nothing is said to be pending before so many milliseconds. */
const PATIENCE_MS = 150;

/** Follows the address of the page: guards first, then the files of the screens, then they are drawn. */
export function createRouter({ table, further, awaited }: Routes) {
  const visits = createVisits();
  const listeners = new Set<() => void>();
  const keepers = new Set<Keeper>();
  let shown: Shown | null = null;
  let turn = 0;
  let returning = false;
  let granted = false;

  const find = async (path: string) =>
    findIn(table, path) ?? findIn(await further(path), path) ?? { params: {}, chain: [] };
  const show = (next: Shown) => {
    shown = next;
    for (const listener of listeners) listener();
  };

  /** Draws what the address of the page is, or what a guard sends it on to. Settles when that stands, or is overtaken. */
  const arrive = async (scrollTo: number | undefined): Promise<void> => {
    turn += 1;
    const mine = turn;
    const location = placeOf(new URL(window.location.href));
    const next = { location, search: readSearch(location.search), turn: mine, scrollTo };
    if (shown !== null && isAnotherQuery(shown, location)) return show({ ...shown, ...next });
    let drawn: Pick<Shown, 'parts' | 'params'> = { parts: [{ part: awaited }], params: {} };
    const pending = setTimeout(() => {
      if (mine === turn) show({ ...next, ...drawn });
    }, PATIENCE_MS);
    const found = await find(location.pathname).catch((error: unknown) => ({ error }));
    if ('error' in found) {
      clearTimeout(pending);
      return mine === turn
        ? show({ ...next, parts: [{ part: awaited, failure: found }], params: {} })
        : undefined;
    }
    const { params, chain } = found;
    for (const { admit } of chain) {
      const verdict = mine === turn ? await admit?.({ location, preload: false }) : undefined;
      if (mine !== turn) return;
      if (verdict !== undefined) return go(verdict, { replace: true });
    }
    drawn = { parts: chain.map((part) => ({ part })), params };
    const fetched = await Promise.all(chain.map(fetchScreen));
    clearTimeout(pending);
    if (mine !== turn) return;
    const parts = chain.map((part, place) => {
      const screen = fetched[place];
      return typeof screen === 'object' && 'error' in screen ? { part, failure: screen } : { part };
    });
    show({ ...next, parts, params });
  };

  const mayLeaveFor = async (next: Place): Promise<boolean> => {
    for (const keeper of keepers) if (!(await keeper(next))) return false;
    return true;
  };

  const go = async (href: string, { replace = false, resetScroll = true }: Going = {}): Promise<void> => {
    if (keepers.size > 0 && !(await mayLeaveFor(placeOf(new URL(href, window.location.href))))) return;
    visits.write(href, replace);
    await arrive(resetScroll ? 0 : undefined);
  };

  addEventListener('popstate', () => {
    const by = visits.moved();
    if (returning) {
      returning = false;
      return;
    }
    const follow = () => {
      visits.follow(by);
      void arrive(visits.scrolledTo());
    };
    if (keepers.size === 0 || by === 0 || granted) {
      granted = false;
      return follow();
    }
    const next = placeOf(new URL(window.location.href));
    // Back to where the person still is, before they are asked.
    returning = true;
    history.go(-by);
    void mayLeaveFor(next).then((may) => {
      granted = may;
      if (may) history.go(by);
    });
  });

  return {
    shown: () => shown,
    subscribe: (listener: () => void) => {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    /** Goes to an address of ours. Settles when it stands, or something else was gone to, or the person was kept. */
    go,
    /** Draws the address that the page was loaded with. */
    start: () => arrive(visits.scrolledTo()),
    /** Guards and draws the present address anew: what failed is tried again. */
    again: () => arrive(undefined),
    /** Fetches what an address is made of. With `guarded`, only what would be entered. */
    async fetch(href: string, { guarded }: { readonly guarded: boolean }): Promise<void> {
      const location = placeOf(new URL(href, window.location.href));
      const { chain } = await find(location.pathname);
      for (const { admit } of guarded ? chain : []) {
        if ((await admit?.({ location, preload: true })) !== undefined) return;
      }
      await Promise.all(chain.map(fetchScreen));
    },
    /** Asks `keeper` before the person leaves; gives the function that ends that. */
    keep: (keeper: Keeper) => {
      keepers.add(keeper);
      return () => void keepers.delete(keeper);
    },
  };
}

export type Router = ReturnType<typeof createRouter>;
