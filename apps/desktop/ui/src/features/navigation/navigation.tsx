import { createContext, type ReactNode, useCallback, useContext, useMemo, useState } from 'react';

/** The screens that can be opened above home. */
export type Screen =
  | 'home'
  | 'locations'
  | 'settings'
  | 'protocol'
  | 'server'
  | 'names'
  | 'split'
  | 'networks'
  | 'pause'
  | 'multi-hop'
  | 'proxies'
  | 'forwards'
  | 'access'
  | 'settings-file'
  | 'check'
  | 'report'
  | 'account'
  | 'plans'
  | 'referral'
  | 'update'
  | 'lists'
  | 'own-lists'
  | 'profiles'
  | 'routes'
  | 'statistics';

export interface Navigation {
  readonly screen: Screen;
  /** The screen that was just closed, to restore the focus; null after any other change. */
  readonly from: Screen | null;
  open(screen: Screen): void;
  /** Returns to the previous screen; on home it does nothing. */
  back(): void;
  /** Returns to home. */
  home(): void;
}

const NavigationContext = createContext<Navigation | null>(null);

interface NavigationProviderProps {
  /** The screen that is initially open above home. */
  readonly first?: Screen;
  readonly children: ReactNode;
}

interface NavigationState {
  readonly stack: readonly [Screen, ...Screen[]];
  readonly from: Screen | null;
}

/** A stack of screens: opening a screen pushes it, going back pops it. */
export function NavigationProvider({ first = 'home', children }: NavigationProviderProps) {
  const [{ stack, from }, setState] = useState<NavigationState>({
    stack: first === 'home' ? ['home'] : ['home', first],
    from: null,
  });
  const open = useCallback((screen: Screen) => {
    // Returns to a screen that is already open instead of opening it twice.
    setState(({ stack: before }) => {
      const at = before.indexOf(screen);
      return { stack: at === -1 ? [...before, screen] : ['home', ...before.slice(1, at + 1)], from: null };
    });
  }, []);
  const back = useCallback(
    () =>
      setState(({ stack: before }) => ({
        stack: ['home', ...before.slice(1, -1)],
        from: before.at(-1) ?? null,
      })),
    [],
  );
  const home = useCallback(() => setState({ stack: ['home'], from: null }), []);
  const screen = stack.at(-1) ?? 'home';
  const value = useMemo(() => ({ screen, from, open, back, home }), [screen, from, open, back, home]);
  return <NavigationContext value={value}>{children}</NavigationContext>;
}

/** Returns the navigation of the app. @throws Error outside a NavigationProvider. */
export function useNavigation(): Navigation {
  const navigation = useContext(NavigationContext);
  if (navigation === null) throw new Error('there is no NavigationProvider above');
  return navigation;
}
