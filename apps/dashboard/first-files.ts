import type { Plugin } from 'vite';

/**
 * Chunks of a first visit. Few, because a separate chunk for each module that two screens share would be
 * compressed and requested separately. A module imported by a group belongs to it, unless a group above
 * contains it.
 */
export const firstChunks = [
  /** Loaded by every page. */
  { name: 'first', tags: ['$initial'], priority: 5 },
  /** Shared by the next two groups, so that neither loads the other. */
  {
    name: 'shared',
    test: /platform\/screen\/lazy-component|support\/(open-support|support-link|lazy-support|index)|ui\/src\/display\/rows|refer-friend\/stored-referral-code|shell\/legal|texts\/src\/frame\/legal/,
    priority: 4,
  },
  /** First screen of a user. */
  {
    name: 'dash',
    test: /src\/(data\.tsx|features\/shell\/dash-layout\.tsx|features\/home\/home-screen\.tsx)$/,
    priority: 3,
  },
  /** First screen of a visitor. */
  {
    name: 'sign-in',
    test: /features\/(log-in\/log-in|register\/register)-screen\.tsx$/,
    priority: 2,
  },
  /** Parts of home that its first reads decide on, with the page in one file instead of ten. */
  {
    name: 'home',
    test: /features\/home\/(plan-home|first-steps)\.tsx$/,
    priority: 1,
  },
  /** Shared by the pages that emailed links open. */
  {
    name: 'links',
    test: /features\/(link-failure\/|shell\/confirm-layout\.tsx)|ui\/src\/display\/broken-trail/,
    priority: 0,
  },
  /**
   * Small modules shared by several product screens. Grouped, because the page lists the name of every chunk.
   */
  {
    name: 'products',
    test: /features\/(plan-required|stock|receipt|proxy-access)\/|features\/get-comet\/get-comet-button|features\/services\/(services-queries|service-text|lowest-price|index)\.|features\/coverage\/(coverage|live)\.ts|features\/(residential-proxy\/(residential-proxy|first-proxy-request)|dedicated\/(dedicated-ip|first-address-use))\.|features\/get-comet\/data-needs-app|ui\/src\/display\/code-block|screen\/open-in-new-tab/,
    priority: 0,
  },
];

/** Chunks that a first visit needs besides the page, by path prefix: one module of each chunk. The first matching entry counts. */
const FIRST_SCREENS: readonly (readonly [path: string, ...modules: string[]])[] = [
  ['/login', 'log-in-screen.tsx'],
  ['/register', 'register-screen.tsx'],
  ['/dash/home', 'dash-layout.tsx', 'plan-home.tsx'],
  ['/dash', 'dash-layout.tsx'],
];

/**
 * Preloads the first screen's chunks together with the page: the router would request them only when it runs. The script chooses them at
 * run time, because every address serves the same page. It precedes all blocking resources.
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
