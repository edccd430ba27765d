import {
  createRootRoute,
  createRoute,
  createRouter,
  lazyRouteComponent,
  Outlet,
  redirect,
} from '@tanstack/react-router';
import { admit } from './features/gate/index.ts';
import { Loading, LoadingPage } from './features/shell/loading.tsx';
import { PageError, ScreenError } from './features/shell/page-error.tsx';
import { UnhandledErrors } from './features/shell/unhandled-errors.tsx';
import { DevicesSkeleton } from './features/devices/devices-skeleton.tsx';
import { HomeSkeleton } from './features/home/home-skeleton.tsx';
import { ReferFriendSkeleton } from './features/refer-friend/refer-friend-skeleton.tsx';
import { parseSearch, pickTexts, stringifySearch } from './platform/search.ts';

const root = createRootRoute({
  component: () => (
    <UnhandledErrors>
      <Outlet />
    </UnhandledErrors>
  ),
});
const usersOnly = admit({ kind: 'users', fallback: 'login' });
const usersWithToken = admit({ kind: 'users', fallback: 'login', acceptsOneTimeToken: true });

const index = createRoute({ getParentRoute: () => root, path: '/', beforeLoad: admit({ kind: 'root' }) });

const logIn = createRoute({
  getParentRoute: () => root,
  path: '/login',
  beforeLoad: admit({ kind: 'visitors' }),
  validateSearch: pickTexts('redirect', 'session'),
  component: lazyRouteComponent(() => import('./features/log-in/log-in-screen.tsx')),
});

const socialStart = createRoute({
  getParentRoute: () => root,
  path: '/login/social',
  beforeLoad: admit({ kind: 'visitors' }),
  validateSearch: pickTexts('provider', 'redirect', 'opener'),
  component: lazyRouteComponent(() => import('./features/social/start-screen.tsx')),
});

const socialConfirm = createRoute({
  getParentRoute: () => root,
  path: '/login/social/confirm',
  beforeLoad: admit({ kind: 'everyone' }),
  validateSearch: pickTexts('token'),
  component: lazyRouteComponent(() => import('./features/social/confirm-screen.tsx')),
});

const socialCallback = createRoute({
  getParentRoute: () => root,
  path: '/login/$provider/callback',
  beforeLoad: admit({ kind: 'everyone' }),
  validateSearch: pickTexts('state', 'code', 'iss', 'error'),
  component: lazyRouteComponent(() => import('./features/social/callback-screen.tsx')),
});

const register = createRoute({
  getParentRoute: () => root,
  path: '/register',
  beforeLoad: admit({ kind: 'visitors' }),
  validateSearch: pickTexts('redirect', 'session', 'ref'),
  component: lazyRouteComponent(() => import('./features/register/register-screen.tsx')),
});

const verifyEmail = createRoute({
  getParentRoute: () => root,
  path: '/verify-email/confirm',
  beforeLoad: admit({ kind: 'everyone' }),
  validateSearch: pickTexts('token'),
  component: lazyRouteComponent(() => import('./features/verify-email/verify-email-screen.tsx')),
});

const confirmTwoFactor = createRoute({
  getParentRoute: () => root,
  path: '/two-factor/confirm',
  beforeLoad: admit({ kind: 'everyone' }),
  validateSearch: pickTexts('token'),
  component: lazyRouteComponent(() => import('./features/two-factor/confirm-two-factor-screen.tsx')),
});

const forgotPassword = createRoute({
  getParentRoute: () => root,
  path: '/reset-password',
  beforeLoad: admit({ kind: 'visitors' }),
  component: lazyRouteComponent(() => import('./features/passwords/forgot-password-screen.tsx')),
});

const resetPassword = createRoute({
  getParentRoute: () => root,
  path: '/reset-password/confirm',
  beforeLoad: admit({ kind: 'everyone' }),
  validateSearch: pickTexts('token'),
  component: lazyRouteComponent(() => import('./features/passwords/reset-password-screen.tsx')),
});

const confirmEmailChange = createRoute({
  getParentRoute: () => root,
  path: '/email/change/confirm',
  beforeLoad: admit({ kind: 'everyone' }),
  validateSearch: pickTexts('token'),
  component: lazyRouteComponent(() => import('./features/change-email/confirm-email-change-screen.tsx')),
});

const accountDeleted = createRoute({
  getParentRoute: () => root,
  path: '/account-deleted',
  beforeLoad: admit({ kind: 'everyone' }),
  validateSearch: pickTexts('until', 'by'),
  component: lazyRouteComponent(() => import('./features/delete-account/account-deleted-screen.tsx')),
});

const switchAccount = createRoute({
  getParentRoute: () => root,
  path: '/switch-account',
  beforeLoad: admit({ kind: 'everyone' }),
  component: lazyRouteComponent(() => import('./features/gate/switch-account-screen.tsx')),
});

const claimOffer = createRoute({
  getParentRoute: () => root,
  path: '/claim-offer',
  beforeLoad: admit({ kind: 'everyone' }),
  validateSearch: pickTexts('code'),
  component: lazyRouteComponent(() => import('./features/claim-offer/claim-offer-screen.tsx')),
});

const notFound = createRoute({
  getParentRoute: () => root,
  path: '/404',
  beforeLoad: admit({ kind: 'everyone' }),
  component: lazyRouteComponent(() => import('./features/shell/not-found-page.tsx')),
});

const dash = createRoute({
  getParentRoute: () => root,
  path: '/dash',
  component: lazyRouteComponent(() => import('./features/shell/dash-layout.tsx')),
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
  component: lazyRouteComponent(() => import('./features/home/home-screen.tsx')),
  pendingComponent: HomeSkeleton,
  errorComponent: ScreenError,
});

const devices = createRoute({
  getParentRoute: () => dash,
  path: '/devices',
  beforeLoad: usersOnly,
  component: lazyRouteComponent(() => import('./features/devices/devices-screen.tsx')),
  pendingComponent: DevicesSkeleton,
  errorComponent: ScreenError,
});

const download = createRoute({
  getParentRoute: () => dash,
  path: '/download',
  beforeLoad: usersOnly,
  validateSearch: pickTexts('protocol'),
  component: lazyRouteComponent(() => import('./features/download/download-screen.tsx')),
  pendingComponent: DevicesSkeleton,
  errorComponent: ScreenError,
});

const quickLogin = createRoute({
  getParentRoute: () => dash,
  path: '/quick-login',
  beforeLoad: usersOnly,
  validateSearch: pickTexts('code'),
  component: lazyRouteComponent(() => import('./features/quick-login/quick-login-screen.tsx')),
  errorComponent: ScreenError,
});

const referFriend = createRoute({
  getParentRoute: () => dash,
  path: '/refer-friend',
  beforeLoad: usersOnly,
  component: lazyRouteComponent(() => import('./features/refer-friend/refer-friend-screen.tsx')),
  pendingComponent: ReferFriendSkeleton,
  errorComponent: ScreenError,
});

const changePlan = createRoute({
  getParentRoute: () => dash,
  path: '/change-plan',
  beforeLoad: usersOnly,
  validateSearch: pickTexts('reason', 'step'),
  component: lazyRouteComponent(() => import('./features/change-plan/change-plan-screen.tsx')),
  errorComponent: ScreenError,
});

const billing = createRoute({
  getParentRoute: () => dash,
  path: '/billing',
  beforeLoad: usersOnly,
  component: lazyRouteComponent(() => import('./features/billing/billing-screen.tsx')),
  errorComponent: ScreenError,
});

const settings = createRoute({
  getParentRoute: () => dash,
  path: '/settings',
  beforeLoad: usersOnly,
  component: lazyRouteComponent(() => import('./features/settings/settings-screen.tsx')),
  errorComponent: ScreenError,
});

const changeEmail = createRoute({
  getParentRoute: () => dash,
  path: '/settings/change-email',
  beforeLoad: usersOnly,
  component: lazyRouteComponent(() => import('./features/change-email/change-email-screen.tsx')),
  errorComponent: ScreenError,
});

const changePassword = createRoute({
  getParentRoute: () => dash,
  path: '/settings/change-password',
  beforeLoad: usersOnly,
  component: lazyRouteComponent(() => import('./features/passwords/change-password-screen.tsx')),
  errorComponent: ScreenError,
});

const twoFactor = createRoute({
  getParentRoute: () => dash,
  path: '/settings/two-factor',
  beforeLoad: usersOnly,
  component: lazyRouteComponent(() => import('./features/two-factor/two-factor-settings-screen.tsx')),
  errorComponent: ScreenError,
});

const deleteAccount = createRoute({
  getParentRoute: () => dash,
  path: '/delete-account',
  beforeLoad: usersOnly,
  component: lazyRouteComponent(() => import('./features/delete-account/delete-account-screen.tsx')),
  errorComponent: ScreenError,
});

const residentialVpn = createRoute({
  getParentRoute: () => dash,
  path: '/residential-vpn',
  beforeLoad: usersWithToken,
  component: lazyRouteComponent(() => import('./features/services/residential-vpn-screen.tsx')),
  errorComponent: ScreenError,
});

const residentialProxy = createRoute({
  getParentRoute: () => dash,
  path: '/residential-proxy',
  beforeLoad: usersOnly,
  component: lazyRouteComponent(() => import('./features/services/residential-proxy-screen.tsx')),
  errorComponent: ScreenError,
});

const dedicated = createRoute({
  getParentRoute: () => dash,
  path: '/dedicated',
  beforeLoad: usersOnly,
  component: lazyRouteComponent(() => import('./features/services/dedicated-screen.tsx')),
  errorComponent: ScreenError,
});

const dedicatedIp = createRoute({
  getParentRoute: () => dash,
  path: '/dedicated/$id',
  beforeLoad: usersOnly,
  component: lazyRouteComponent(() => import('./features/services/service-screen.tsx')),
  errorComponent: ScreenError,
});

const dashUnknown = createRoute({
  getParentRoute: () => dash,
  path: '$',
  beforeLoad: usersOnly,
  component: lazyRouteComponent(() => import('./features/shell/not-found-screen.tsx')),
  errorComponent: ScreenError,
});

/** A price list sends newcomers here: most of them have no account yet. */
const payment = createRoute({
  getParentRoute: () => root,
  path: '/payment/subscription',
  beforeLoad: admit({ kind: 'users', fallback: 'register', acceptsOneTimeToken: true }),
  component: lazyRouteComponent(() => import('./features/two-factor/gated-outlet.tsx')),
});

const checkout = createRoute({
  getParentRoute: () => payment,
  path: '/',
  validateSearch: pickTexts('plan', 'coupon', 'method'),
  component: lazyRouteComponent(() => import('./features/checkout/checkout-screen.tsx')),
});

const upgrade = createRoute({
  getParentRoute: () => payment,
  path: 'upgrade',
  validateSearch: pickTexts('plan'),
  component: lazyRouteComponent(() => import('./features/change-plan/upgrade-screen.tsx')),
});

const order = createRoute({
  getParentRoute: () => payment,
  path: '$id',
  component: lazyRouteComponent(() => import('./features/payment/payment-screen.tsx')),
});

/** Where things besides plans are paid: the payment layout, not the dashboard's, though some of it stands below /dash/. */
const servicePayment = createRoute({
  getParentRoute: () => root,
  id: 'service-payment',
  beforeLoad: usersOnly,
  component: lazyRouteComponent(() => import('./features/two-factor/gated-outlet.tsx')),
});

const addressCheckout = createRoute({
  getParentRoute: () => servicePayment,
  path: '/dash/dedicated/payment',
  component: lazyRouteComponent(() => import('./features/services/address-checkout-screen.tsx')),
});

const servicesCheckout = createRoute({
  getParentRoute: () => servicePayment,
  path: '/payment/services',
  component: lazyRouteComponent(() => import('./features/services/address-checkout-screen.tsx')),
});

const extensionCheckout = createRoute({
  getParentRoute: () => servicePayment,
  path: '/dash/dedicated/extend/$id',
  component: lazyRouteComponent(() => import('./features/services/extension-checkout-screen.tsx')),
});

const dataCheckout = createRoute({
  getParentRoute: () => servicePayment,
  path: '/dash/residential-vpn/payment',
  component: lazyRouteComponent(() => import('./features/services/data-checkout-screen.tsx')),
});

const trafficCheckout = createRoute({
  getParentRoute: () => servicePayment,
  path: '/dash/residential-proxy/payment',
  component: lazyRouteComponent(() => import('./features/services/traffic-checkout-screen.tsx')),
});

const serviceOrder = createRoute({
  getParentRoute: () => servicePayment,
  path: '/payment/services/$id',
  component: lazyRouteComponent(() => import('./features/payment/payment-screen.tsx')),
});

/** Any other address: the registration for a visitor, home for a user. */
const unknown = createRoute({
  getParentRoute: () => root,
  path: '$',
  beforeLoad: admit({ kind: 'unknown' }),
});

const routeTree = root.addChildren([
  index,
  logIn,
  socialStart,
  socialConfirm,
  socialCallback,
  register,
  verifyEmail,
  confirmTwoFactor,
  forgotPassword,
  resetPassword,
  confirmEmailChange,
  accountDeleted,
  claimOffer,
  switchAccount,
  notFound,
  dash.addChildren([
    dashIndex,
    home,
    devices,
    download,
    quickLogin,
    referFriend,
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
  ]),
  payment.addChildren([checkout, upgrade, order]),
  servicePayment.addChildren([
    addressCheckout,
    servicesCheckout,
    extensionCheckout,
    dataCheckout,
    trafficCheckout,
    serviceOrder,
  ]),
  unknown,
]);

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
