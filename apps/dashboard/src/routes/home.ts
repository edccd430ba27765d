import { HomeSkeleton } from '../features/home/home-skeleton.tsx';
import type { HomeAddress, Part } from '../platform/router/index.ts';
import { inDash, usersWithToken } from './frame.ts';

/** Where a user begins: it comes without the addresses of everything else. */
export const home: Readonly<Record<HomeAddress, Part>> = {
  '/dash': { admit: ({ location }) => `/dash/home/${location.search}${location.hash}` },
  '/dash/home': inDash(() => import('../features/home/home-screen.tsx'), {
    admit: usersWithToken,
    pending: HomeSkeleton,
  }),
};
