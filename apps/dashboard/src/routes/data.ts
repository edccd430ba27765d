import { createRoute } from '@tanstack/react-router';
import { LoadingPage } from '../features/shell/loading.tsx';
import { screen } from '../platform/screen/screen.tsx';
import { root } from './root.tsx';

/** Around what shows data of the API: the query client comes with the first such screen. */
export const data = createRoute({
  getParentRoute: () => root,
  id: 'data',
  component: screen(() => import('../data.tsx')),
  pendingComponent: LoadingPage,
});
