import type { Plugin } from 'vite';

/** What a first visit needs, by the beginning of its path: the screens that most visits begin with, and what stands around others. */
const FIRST_SCREENS: readonly (readonly [path: string, module: string])[] = [
  ['/login', 'log-in-screen.tsx'],
  ['/register', 'register-screen.tsx'],
  ['/dash', 'dash-layout.tsx'],
  ['/dash/home', 'home-screen.tsx'],
];

/**
 * Fetches what the first screen is made of together with the page, not after it: the router asks for a screen's file only when it runs.
 * The script says which at run time, because every address answers with the same page.
 */
export const firstFiles = (): Plugin => ({
  name: 'comet:first-files',
  transformIndexHtml: {
    order: 'post',
    handler: (_html, { bundle, chunk: entry }) => {
      if (bundle === undefined || entry === undefined) return [];
      const chunks = Object.values(bundle).filter((file) => file.type === 'chunk');
      const closure = (fileName: string, into: Set<string>): Set<string> => {
        const chunk = chunks.find((one) => one.fileName === fileName);
        if (chunk === undefined || into.has(fileName)) return into;
        into.add(fileName);
        for (const imported of chunk.imports) closure(imported, into);
        return into;
      };
      const withPage = closure(entry.fileName, new Set());
      const filesOf = (module: string): readonly string[] => {
        const screen = chunks.find(({ facadeModuleId }) => facadeModuleId?.endsWith(`/${module}`));
        return [...closure(screen?.fileName ?? '', new Set())].filter((file) => !withPage.has(file));
      };
      const table = FIRST_SCREENS.map(([path, module]) => [path, filesOf(module)]);
      return [{ tag: 'script', children: script(JSON.stringify(table)), injectTo: 'head' }];
    },
  },
});

const script = (table: string): string =>
  `for(const[p,f]of ${table})if(location.pathname.startsWith(p))for(const h of f)` +
  `document.head.append(Object.assign(document.createElement('link'),{rel:'modulepreload',href:'/'+h}))`;
