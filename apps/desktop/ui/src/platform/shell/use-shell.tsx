import { createContext, type ReactNode, useContext } from 'react';
import type { Shell } from './shell.ts';

const ShellContext = createContext<Shell | null>(null);

/** Provides the window's shell to `useShell`. */
export function ShellProvider({ shell, children }: { readonly shell: Shell; readonly children: ReactNode }) {
  return <ShellContext value={shell}>{children}</ShellContext>;
}

/** Returns the shell of the window. @throws Error outside a ShellProvider. */
export function useShell(): Shell {
  const shell = useContext(ShellContext);
  if (shell === null) throw new Error('there is no ShellProvider above');
  return shell;
}
