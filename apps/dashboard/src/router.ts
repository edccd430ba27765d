import { createRouter } from '@tanstack/react-router';
import { Loading } from './features/shell/loading.tsx';
import { PageError } from './features/shell/failures/page-error.tsx';
import { parseSearch, stringifySearch } from './platform/navigation/query-string.ts';
import { linkTargetRoutes } from './routes/link-targets.ts';
import { dashboard } from './routes/dashboard.ts';
import { data } from './routes/data.ts';
import { payments } from './routes/payments.ts';
import { root } from './routes/root.tsx';
import { signInRoutes } from './routes/sign-in.ts';

export const router = createRouter({
  routeTree: root.addChildren([
    ...signInRoutes,
    data.addChildren([...linkTargetRoutes, dashboard, ...payments]),
  ]),
  trailingSlash: 'preserve',
  parseSearch,
  stringifySearch,
  defaultPendingComponent: Loading,
  // No pending state is shown before this time.
  defaultPendingMs: 150,
  defaultPendingMinMs: 0,
  defaultErrorComponent: PageError,
  defaultPreload: 'intent',
  // A pointer that only passes over a link preloads nothing.
  defaultPreloadDelay: 50,
  scrollRestoration: true,
});

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router;
  }
}
