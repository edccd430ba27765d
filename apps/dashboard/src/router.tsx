import { createRouter } from '@tanstack/react-router';
import { Loading } from './features/shell/loading.tsx';
import { PageError } from './features/shell/page-error.tsx';
import { parseSearch, stringifySearch } from './platform/search.ts';
import { dashboard } from './routes/dashboard.ts';
import { payments } from './routes/payments.ts';
import { root } from './routes/root.tsx';
import { waysIn } from './routes/ways-in.ts';

const routeTree = root.addChildren([...waysIn, dashboard, ...payments]);

export const router = createRouter({
  routeTree,
  trailingSlash: 'preserve',
  parseSearch,
  stringifySearch,
  defaultPendingComponent: Loading,
  defaultPendingMs: 150,
  defaultPendingMinMs: 0,
  defaultErrorComponent: PageError,
  defaultPreload: 'intent',
  scrollRestoration: true,
});

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router;
  }
}
