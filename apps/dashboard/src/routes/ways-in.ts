import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { sendToStore } from '../features/download-app/index.ts';
import { admit } from '../features/gate/index.ts';
import { pickTexts } from '../platform/search.ts';
import { root } from './root.tsx';

const index = createRoute({ getParentRoute: () => root, path: '/', beforeLoad: admit({ kind: 'root' }) });

const logIn = createRoute({
  getParentRoute: () => root,
  path: '/login',
  beforeLoad: admit({ kind: 'visitors' }),
  validateSearch: pickTexts('redirect', 'session'),
  component: lazyRouteComponent(() => import('../features/log-in/log-in-screen.tsx')),
});

const socialStart = createRoute({
  getParentRoute: () => root,
  path: '/login/social',
  beforeLoad: admit({ kind: 'visitors', leadsOn: true }),
  validateSearch: pickTexts('provider', 'redirect', 'opener'),
  component: lazyRouteComponent(() => import('../features/social/start-screen.tsx')),
});

const socialConfirm = createRoute({
  getParentRoute: () => root,
  path: '/login/social/confirm',
  beforeLoad: admit({ kind: 'everyone' }),
  validateSearch: pickTexts('token'),
  component: lazyRouteComponent(() => import('../features/social/confirm-screen.tsx')),
});

const socialCallback = createRoute({
  getParentRoute: () => root,
  path: '/login/$provider/callback',
  beforeLoad: admit({ kind: 'everyone' }),
  validateSearch: pickTexts('state', 'code', 'iss', 'error'),
  component: lazyRouteComponent(() => import('../features/social/callback-screen.tsx')),
});

const register = createRoute({
  getParentRoute: () => root,
  path: '/register',
  beforeLoad: admit({ kind: 'visitors' }),
  validateSearch: pickTexts('redirect', 'session', 'ref'),
  component: lazyRouteComponent(() => import('../features/register/register-screen.tsx')),
});

const verifyEmail = createRoute({
  getParentRoute: () => root,
  path: '/verify-email/confirm',
  beforeLoad: admit({ kind: 'everyone' }),
  validateSearch: pickTexts('token'),
  component: lazyRouteComponent(() => import('../features/verify-email/verify-email-screen.tsx')),
});

const confirmTwoFactor = createRoute({
  getParentRoute: () => root,
  path: '/two-factor/confirm',
  beforeLoad: admit({ kind: 'everyone' }),
  validateSearch: pickTexts('token'),
  component: lazyRouteComponent(() => import('../features/two-factor/confirm-two-factor-screen.tsx')),
});

const forgotPassword = createRoute({
  getParentRoute: () => root,
  path: '/reset-password',
  beforeLoad: admit({ kind: 'visitors' }),
  component: lazyRouteComponent(() => import('../features/passwords/forgot-password-screen.tsx')),
});

const resetPassword = createRoute({
  getParentRoute: () => root,
  path: '/reset-password/confirm',
  beforeLoad: admit({ kind: 'everyone' }),
  validateSearch: pickTexts('token'),
  component: lazyRouteComponent(() => import('../features/passwords/reset-password-screen.tsx')),
});

const confirmEmailChange = createRoute({
  getParentRoute: () => root,
  path: '/email/change/confirm',
  beforeLoad: admit({ kind: 'everyone' }),
  validateSearch: pickTexts('token'),
  component: lazyRouteComponent(() => import('../features/change-email/confirm-email-change-screen.tsx')),
});

const accountDeleted = createRoute({
  getParentRoute: () => root,
  path: '/account-deleted',
  beforeLoad: admit({ kind: 'everyone' }),
  validateSearch: pickTexts('until', 'by'),
  component: lazyRouteComponent(() => import('../features/delete-account/account-deleted-screen.tsx')),
});

const claimOffer = createRoute({
  getParentRoute: () => root,
  path: '/claim-offer',
  beforeLoad: admit({ kind: 'everyone' }),
  validateSearch: pickTexts('code'),
  component: lazyRouteComponent(() => import('../features/claim-offer/claim-offer-screen.tsx')),
});

const switchAccount = createRoute({
  getParentRoute: () => root,
  path: '/switch-account',
  beforeLoad: admit({ kind: 'everyone' }),
  component: lazyRouteComponent(() => import('../features/gate/switch-account-screen.tsx')),
});

const downloadApp = createRoute({
  getParentRoute: () => root,
  path: '/download-app',
  beforeLoad: sendToStore,
});

const notFound = createRoute({
  getParentRoute: () => root,
  path: '/404',
  beforeLoad: admit({ kind: 'everyone' }),
  component: lazyRouteComponent(() => import('../features/shell/not-found-page.tsx')),
});

/** Any other address: the registration for a visitor, home for a user. */
const unknown = createRoute({
  getParentRoute: () => root,
  path: '$',
  beforeLoad: admit({ kind: 'unknown' }),
});

/** The ways into an account, what mailed links lead to, and what belongs to nobody. */
export const waysIn = [
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
  downloadApp,
  notFound,
  unknown,
] as const;
