import { createRoute, lazyRouteComponent, redirect } from '@tanstack/react-router';
import { admit } from '../features/gate/index.ts';
import { DevicesSkeleton } from '../features/devices/devices-skeleton.tsx';
import { HomeSkeleton } from '../features/home/home-skeleton.tsx';
import { ReferFriendSkeleton } from '../features/refer-friend/refer-friend-skeleton.tsx';
import { LoadingPage } from '../features/shell/loading.tsx';
import { ScreenError } from '../features/shell/page-error.tsx';
import { pickTexts } from '../platform/search.ts';
import { root } from './root.tsx';

const usersOnly = admit({ kind: 'users', fallback: 'login' });
const usersWithToken = admit({ kind: 'users', fallback: 'login', acceptsOneTimeToken: true });

const dash = createRoute({
  getParentRoute: () => root,
  path: '/dash',
  component: lazyRouteComponent(() => import('../features/shell/dash-layout.tsx')),
  pendingComponent: LoadingPage,
});

const dashIndex = createRoute({
  getParentRoute: () => dash,
  path: '/',
  beforeLoad: () => {
    throw redirect({ to: '/dash/home/', replace: true });
  },
});

const home = createRoute({
  getParentRoute: () => dash,
  path: '/home',
  beforeLoad: usersWithToken,
  component: lazyRouteComponent(() => import('../features/home/home-screen.tsx')),
  pendingComponent: HomeSkeleton,
  errorComponent: ScreenError,
});

const devices = createRoute({
  getParentRoute: () => dash,
  path: '/devices',
  beforeLoad: usersOnly,
  component: lazyRouteComponent(() => import('../features/devices/devices-screen.tsx')),
  pendingComponent: DevicesSkeleton,
  errorComponent: ScreenError,
});

const download = createRoute({
  getParentRoute: () => dash,
  path: '/download',
  beforeLoad: usersOnly,
  validateSearch: pickTexts('protocol'),
  component: lazyRouteComponent(() => import('../features/download/download-screen.tsx')),
  pendingComponent: DevicesSkeleton,
  errorComponent: ScreenError,
});

const quickLogin = createRoute({
  getParentRoute: () => dash,
  path: '/quick-login',
  beforeLoad: usersOnly,
  validateSearch: pickTexts('code'),
  component: lazyRouteComponent(() => import('../features/quick-login/quick-login-screen.tsx')),
  errorComponent: ScreenError,
});

const referFriend = createRoute({
  getParentRoute: () => dash,
  path: '/refer-friend',
  beforeLoad: usersOnly,
  component: lazyRouteComponent(() => import('../features/refer-friend/refer-friend-screen.tsx')),
  pendingComponent: ReferFriendSkeleton,
  errorComponent: ScreenError,
});

const contactSales = createRoute({
  getParentRoute: () => dash,
  path: '/contact-sales',
  beforeLoad: usersOnly,
  component: lazyRouteComponent(() => import('../features/contact-sales/contact-sales-screen.tsx')),
  errorComponent: ScreenError,
});

const changePlan = createRoute({
  getParentRoute: () => dash,
  path: '/change-plan',
  beforeLoad: usersOnly,
  validateSearch: pickTexts('reason', 'step'),
  component: lazyRouteComponent(() => import('../features/change-plan/change-plan-screen.tsx')),
  errorComponent: ScreenError,
});

const billing = createRoute({
  getParentRoute: () => dash,
  path: '/billing',
  beforeLoad: usersOnly,
  component: lazyRouteComponent(() => import('../features/billing/billing-screen.tsx')),
  errorComponent: ScreenError,
});

const settings = createRoute({
  getParentRoute: () => dash,
  path: '/settings',
  beforeLoad: usersOnly,
  component: lazyRouteComponent(() => import('../features/settings/settings-screen.tsx')),
  errorComponent: ScreenError,
});

const changeEmail = createRoute({
  getParentRoute: () => dash,
  path: '/settings/change-email',
  beforeLoad: usersOnly,
  component: lazyRouteComponent(() => import('../features/change-email/change-email-screen.tsx')),
  errorComponent: ScreenError,
});

const changePassword = createRoute({
  getParentRoute: () => dash,
  path: '/settings/change-password',
  beforeLoad: usersOnly,
  component: lazyRouteComponent(() => import('../features/passwords/change-password-screen.tsx')),
  errorComponent: ScreenError,
});

const twoFactor = createRoute({
  getParentRoute: () => dash,
  path: '/settings/two-factor',
  beforeLoad: usersOnly,
  component: lazyRouteComponent(() => import('../features/two-factor/two-factor-settings-screen.tsx')),
  errorComponent: ScreenError,
});

const deleteAccount = createRoute({
  getParentRoute: () => dash,
  path: '/delete-account',
  beforeLoad: usersOnly,
  component: lazyRouteComponent(() => import('../features/delete-account/delete-account-screen.tsx')),
  errorComponent: ScreenError,
});

const residentialVpn = createRoute({
  getParentRoute: () => dash,
  path: '/residential-vpn',
  beforeLoad: usersWithToken,
  component: lazyRouteComponent(() => import('../features/residential-data/residential-data-screen.tsx')),
  errorComponent: ScreenError,
});

const residentialProxy = createRoute({
  getParentRoute: () => dash,
  path: '/residential-proxy',
  beforeLoad: usersOnly,
  validateSearch: pickTexts('part'),
  component: lazyRouteComponent(() => import('../features/residential-proxy/residential-proxy-screen.tsx')),
  errorComponent: ScreenError,
});

const dedicated = createRoute({
  getParentRoute: () => dash,
  path: '/dedicated',
  beforeLoad: usersOnly,
  component: lazyRouteComponent(() => import('../features/dedicated/dedicated-screen.tsx')),
  errorComponent: ScreenError,
});

const dedicatedIp = createRoute({
  getParentRoute: () => dash,
  path: '/dedicated/$id',
  beforeLoad: usersOnly,
  component: lazyRouteComponent(() => import('../features/dedicated/address-screen.tsx')),
  errorComponent: ScreenError,
});

const dashUnknown = createRoute({
  getParentRoute: () => dash,
  path: '$',
  beforeLoad: usersOnly,
  component: lazyRouteComponent(() => import('../features/shell/not-found-screen.tsx')),
  errorComponent: ScreenError,
});

/** What has the menu beside it. */
export const dashboard = dash.addChildren([
  dashIndex,
  home,
  devices,
  download,
  quickLogin,
  referFriend,
  contactSales,
  changePlan,
  billing,
  settings,
  changeEmail,
  changePassword,
  twoFactor,
  deleteAccount,
  residentialVpn,
  residentialProxy,
  dedicated,
  dedicatedIp,
  dashUnknown,
]);
