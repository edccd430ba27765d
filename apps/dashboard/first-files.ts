import type { Plugin } from 'vite';

/**
 * What a first visit loads, in few files: a file of its own for each module that two screens share would be compressed by itself, and asked
 * for by itself. Whatever a group's modules import belongs to it as well, unless a group above has it.
 */
export const firstChunks = [
  /** What every page begins with. */
  { name: 'first', tags: ['$initial'], priority: 4 },
  /** What both of the next two have, lest one load the other. */
  {
    name: 'shared',
    test: /platform\/screen\/later|support\/(asked|[a-z-]+-(link|later)|index)|ui\/src\/display\/rows|refer-friend\/kept-code|shell\/legal|texts\/src\/frame\/legal/,
    priority: 3,
  },
  /** What a user begins with. */
  {
    name: 'dash',
    test: /src\/(data\.tsx|features\/shell\/dash-layout\.tsx|features\/home\/home-screen\.tsx)$/,
    priority: 2,
  },
  /** What a visitor begins with. */
  {
    name: 'ways-in',
    test: /features\/(log-in\/log-in|register\/register)-screen\.tsx$/,
    priority: 1,
  },
];

/** What a first visit needs besides the page, by the beginning of its path: a module of each file that it takes. The first that fits counts. */
const FIRST_SCREENS: readonly (readonly [path: string, ...modules: string[]])[] = [
  ['/login', 'log-in-screen.tsx'],
  ['/register', 'register-screen.tsx'],
  ['/dash', 'dash-layout.tsx'],
];

/**
 * Fetches what the first screen is made of together with the page, not after it: the router asks for a screen's file only when it runs.
 * The script says which at run time, because every address answers with the same page. It stands before whatever a script waits for.
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
      const filesOf = (modules: readonly string[]): readonly string[] => {
        const files = new Set<string>();
        for (const module of modules) {
          const chunk = chunks.find(({ moduleIds }) => moduleIds.some((id) => id.endsWith(`/${module}`)));
          closure(chunk?.fileName ?? '', files);
        }
        return [...files].filter((file) => !withPage.has(file));
      };
      const table = FIRST_SCREENS.map(([path, ...modules]) => [path, filesOf(modules)]);
      return [{ tag: 'script', children: script(JSON.stringify(table)), injectTo: 'head-prepend' }];
    },
  },
});

/** Without a token the root and the dashboard redirect to the login; with one, the root redirects to the dashboard. */
const script = (table: string): string =>
  `{let q=location.pathname;if(q=='/'||q.startsWith('/dash'))q=localStorage.getItem('comet:access-token')?q=='/'?'/dash/home':q:'/login';` +
  `for(const h of(${table}.find(([p])=>q.startsWith(p))||[])[1]||[])` +
  `document.head.append(Object.assign(document.createElement('link'),{rel:'modulepreload',href:'/'+h}))}`;
