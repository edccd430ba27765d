import { createRootRoute, Outlet } from '@tanstack/react-router';
import { UnhandledErrors } from '../features/shell/unhandled-errors.tsx';

/** Above every screen. */
export const root = createRootRoute({
  component: () => (
    <UnhandledErrors>
      <Outlet />
    </UnhandledErrors>
  ),
});
