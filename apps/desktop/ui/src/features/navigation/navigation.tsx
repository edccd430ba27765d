import { createContext, type ReactNode, useCallback, useContext, useMemo, useState } from 'react';

/** The screens that can be opened over home. */
export type Screen =
  | 'home'
  | 'locations'
  | 'settings'
  | 'options'
  | 'protocol'
  | 'server'
  | 'names'
  | 'split'
  | 'networks'
  | 'pause'
  | 'multi-hop'
  | 'proxies'
  | 'settings-file'
  | 'check'
  | 'report'
  | 'account'
  | 'plans'
  | 'referral'
  | 'update';

export interface Navigation {
  readonly screen: Screen;
  open(screen: Screen): void;
  /** To the screen before this one; home stays. */
  back(): void;
  /** Returns to home. */
  home(): void;
}

const NavigationContext = createContext<Navigation | null>(null);

interface NavigationProviderProps {
  /** The screen that lies on home at the beginning. */
  readonly first?: Screen;
  readonly children: ReactNode;
}

/** A stack of screens: opening pushes one, going back pops it. */
export function NavigationProvider({ first = 'home', children }: NavigationProviderProps) {
  const [stack, setStack] = useState<readonly [Screen, ...Screen[]]>(
    first === 'home' ? ['home'] : ['home', first],
  );
  const open = useCallback((screen: Screen) => {
    // Returns to a screen that is already open instead of opening it twice.
    setStack((before) => {
      const at = before.indexOf(screen);
      return at === -1 ? [...before, screen] : ['home', ...before.slice(1, at + 1)];
    });
  }, []);
  const back = useCallback(() => setStack((before) => ['home', ...before.slice(1, -1)]), []);
  const home = useCallback(() => setStack(['home']), []);
  const screen = stack.at(-1) ?? 'home';
  const value = useMemo(() => ({ screen, open, back, home }), [screen, open, back, home]);
  return <NavigationContext value={value}>{children}</NavigationContext>;
}

export function useNavigation(): Navigation {
  const navigation = useContext(NavigationContext);
  if (navigation === null) throw new Error('there is no NavigationProvider above');
  return navigation;
}
