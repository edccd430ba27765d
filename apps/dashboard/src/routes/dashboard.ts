import { createRoute, redirect } from '@tanstack/react-router';
import { guardRoute } from '../features/route-guard/index.ts';
import { HomeSkeleton } from '../features/home/home-skeleton.tsx';
import { ReferFriendSkeleton } from '../features/refer-friend/refer-friend-skeleton.tsx';
import { ListSkeleton } from '../features/shell/list-skeleton.tsx';
import { LoadingPage } from '../features/shell/loading.tsx';
import { ScreenError } from '../features/shell/failures/page-error.tsx';
import { screen } from '../platform/screen/screen.tsx';
import { texts } from '../platform/navigation/query-string.ts';
import { data } from './data.ts';

const usersOnly = guardRoute({ kind: 'users', fallback: 'login' });
/** For screens that the app or a mail opens with a one-time token. */
const usersWithToken = guardRoute({ kind: 'users', fallback: 'login', acceptsOneTimeToken: true });

/** The layout of all dashboard screens, mounted once. */
const frame = createRoute({
  getParentRoute: () => data,
  id: 'dash',
  component: screen(() => import('../features/shell/dash-layout.tsx')),
  pendingComponent: LoadingPage,
});

const index = createRoute({
  getParentRoute: () => frame,
  path: '/dash/',
  beforeLoad: ({ location: { href, pathname } }) => {
    throw redirect({ href: `/dash/home/${href.slice(pathname.length)}`, replace: true });
  },
});

/** A failing screen keeps the menu next to it. */
const inDash = { getParentRoute: () => frame, beforeLoad: usersOnly, errorComponent: ScreenError };

// Not passed to `addChildren`, which would lose their types.
const screens = [
  index,
  createRoute({
    ...inDash,
    path: '/dash/home',
    beforeLoad: usersWithToken,
    component: screen(() => import('../features/home/home-screen.tsx')),
    pendingComponent: HomeSkeleton,
  }),
  createRoute({
    ...inDash,
    path: '/dash/devices',
    component: screen(() => import('../features/devices/devices-screen.tsx')),
    pendingComponent: ListSkeleton,
  }),
  createRoute({
    ...inDash,
    path: '/dash/download',
    validateSearch: texts('protocol'),
    component: screen(() => import('../features/download/download-screen.tsx')),
    pendingComponent: ListSkeleton,
  }),
  createRoute({
    ...inDash,
    path: '/dash/quick-login',
    validateSearch: texts('code'),
    component: screen(() => import('../features/quick-login/quick-login-screen.tsx')),
  }),
  createRoute({
    ...inDash,
    path: '/dash/refer-friend',
    component: screen(() => import('../features/refer-friend/refer-friend-screen.tsx')),
    pendingComponent: ReferFriendSkeleton,
  }),
  createRoute({
    ...inDash,
    path: '/dash/contact-sales',
    component: screen(() => import('../features/contact-sales/contact-sales-screen.tsx')),
  }),
  createRoute({
    ...inDash,
    path: '/dash/change-plan',
    // Targets of links in emails of earlier versions.
    beforeLoad: () => {
      throw redirect({ to: '/payment/subscription/upgrade', replace: true });
    },
  }),
  createRoute({
    ...inDash,
    path: '/dash/billing',
    component: screen(() => import('../features/billing/billing-screen.tsx')),
    pendingComponent: ListSkeleton,
  }),
  createRoute({
    ...inDash,
    path: '/dash/billing/invoice/$id',
    component: screen(() => import('../features/billing/invoice-screen.tsx')),
  }),
  createRoute({
    ...inDash,
    path: '/dash/settings',
    component: screen(() => import('../features/settings/settings-screen.tsx')),
    pendingComponent: ListSkeleton,
  }),
  createRoute({
    ...inDash,
    path: '/dash/settings/change-email',
    component: screen(() => import('../features/change-email/change-email-screen.tsx')),
  }),
  createRoute({
    ...inDash,
    path: '/dash/settings/change-password',
    component: screen(() => import('../features/passwords/change-password-screen.tsx')),
  }),
  createRoute({
    ...inDash,
    path: '/dash/settings/two-factor',
    component: screen(() => import('../features/two-factor/two-factor-settings-screen.tsx')),
  }),
  createRoute({
    ...inDash,
    path: '/dash/delete-account',
    component: screen(() => import('../features/delete-account/delete-account-screen.tsx')),
  }),
  createRoute({
    ...inDash,
    path: '/dash/residential-vpn',
    beforeLoad: usersWithToken,
    component: screen(() => import('../features/residential-data/residential-data-screen.tsx')),
  }),
  createRoute({
    ...inDash,
    path: '/dash/residential-proxy',
    validateSearch: texts('part'),
    component: screen(() => import('../features/residential-proxy/residential-proxy-screen.tsx')),
  }),
  createRoute({
    ...inDash,
    path: '/dash/dedicated',
    component: screen(() => import('../features/dedicated/dedicated-screen.tsx')),
  }),
  createRoute({
    ...inDash,
    path: '/dash/dedicated/$id',
    component: screen(() => import('../features/dedicated/address-screen.tsx')),
  }),
  createRoute({
    ...inDash,
    path: '/dash/$',
    component: screen(() => import('../features/shell/not-found-screen.tsx')),
  }),
] as const;

/** Screens with the menu. */
export const dashboard = frame.addChildren(screens);
