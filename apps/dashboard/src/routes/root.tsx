import { createRootRoute, Outlet } from '@tanstack/react-router';
import { Announcements } from '../features/shell/announcements.tsx';
import { UnhandledErrors } from '../features/shell/failures/unhandled-errors.tsx';

/** The root layout. */
export const root = createRootRoute({
  component: () => (
    <>
      <Announcements />
      <UnhandledErrors>
        <Outlet />
      </UnhandledErrors>
    </>
  ),
});
