import { createContext, type ReactNode, useContext } from 'react';
import type { Shell } from './shell.ts';

const ShellContext = createContext<Shell | null>(null);

export function ShellProvider({ shell, children }: { readonly shell: Shell; readonly children: ReactNode }) {
  return <ShellContext value={shell}>{children}</ShellContext>;
}

export function useShell(): Shell {
  const shell = useContext(ShellContext);
  if (shell === null) throw new Error('there is no ShellProvider above');
  return shell;
}
