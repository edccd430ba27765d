import { createRoute } from '@tanstack/react-router';
import { guardRoute } from '../features/route-guard/index.ts';
import { screen } from '../platform/screen/screen.tsx';
import { texts } from '../platform/navigation/query-string.ts';
import { data } from './data.ts';

const everyone = guardRoute({ kind: 'everyone' });

const socialStart = createRoute({
  getParentRoute: () => data,
  path: '/login/social',
  beforeLoad: guardRoute({ kind: 'visitors', leadsOn: true }),
  validateSearch: texts('provider', 'redirect', 'opener'),
  component: screen(() => import('../features/social/start-screen.tsx')),
});

const socialConfirm = createRoute({
  getParentRoute: () => data,
  path: '/login/social/confirm',
  beforeLoad: everyone,
  validateSearch: texts('token'),
  component: screen(() => import('../features/social/confirm-screen.tsx')),
});

const socialCallback = createRoute({
  getParentRoute: () => data,
  path: '/login/$provider/callback',
  beforeLoad: everyone,
  validateSearch: texts('state', 'code', 'iss', 'error'),
  component: screen(() => import('../features/social/callback-screen.tsx')),
});

const verifyEmail = createRoute({
  getParentRoute: () => data,
  path: '/verify-email/confirm',
  beforeLoad: everyone,
  validateSearch: texts('token'),
  component: screen(() => import('../features/verify-email/verify-email-screen.tsx')),
});

const confirmTwoFactor = createRoute({
  getParentRoute: () => data,
  path: '/two-factor/confirm',
  beforeLoad: everyone,
  validateSearch: texts('token'),
  component: screen(() => import('../features/two-factor/confirm-two-factor-screen.tsx')),
});

const resetPassword = createRoute({
  getParentRoute: () => data,
  path: '/reset-password/confirm',
  beforeLoad: everyone,
  validateSearch: texts('token'),
  component: screen(() => import('../features/passwords/reset-password-screen.tsx')),
});

const confirmEmailChange = createRoute({
  getParentRoute: () => data,
  path: '/email/change/confirm',
  beforeLoad: everyone,
  validateSearch: texts('token'),
  component: screen(() => import('../features/change-email/confirm-email-change-screen.tsx')),
});

const accountDeleted = createRoute({
  getParentRoute: () => data,
  path: '/account-deleted',
  beforeLoad: everyone,
  validateSearch: texts('until', 'by'),
  component: screen(() => import('../features/delete-account/account-deleted-screen.tsx')),
});

const claimOffer = createRoute({
  getParentRoute: () => data,
  path: '/claim-offer',
  beforeLoad: everyone,
  validateSearch: texts('code'),
  component: screen(() => import('../features/claim-offer/claim-offer-screen.tsx')),
});

const switchAccount = createRoute({
  getParentRoute: () => data,
  path: '/switch-account',
  beforeLoad: everyone,
  component: screen(() => import('../features/route-guard/switch-account-screen.tsx')),
});

const notFound = createRoute({
  getParentRoute: () => data,
  path: '/404',
  beforeLoad: everyone,
  component: screen(() => import('../features/shell/not-found-page.tsx')),
});

/** Targets of links in mails, from providers and from other pages. */
export const linkTargetRoutes = [
  socialStart,
  socialConfirm,
  socialCallback,
  verifyEmail,
  confirmTwoFactor,
  resetPassword,
  confirmEmailChange,
  accountDeleted,
  claimOffer,
  switchAccount,
  notFound,
] as const;
