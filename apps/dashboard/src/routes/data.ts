import { createRoute } from '@tanstack/react-router';
import { LoadingPage } from '../features/shell/loading.tsx';
import { screen } from '../platform/screen/screen.tsx';
import { root } from './root.tsx';

/** Parent of all screens with data from the API: loads the query client with the first of them. */
export const data = createRoute({
  getParentRoute: () => root,
  id: 'data',
  component: screen(() => import('../data.tsx')),
  pendingComponent: LoadingPage,
});
