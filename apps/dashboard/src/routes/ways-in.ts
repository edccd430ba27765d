import { sendToStore } from '../features/download-app/index.ts';
import { admit } from '../features/gate/index.ts';
import type { Part, VisitorAddress } from '../platform/router/index.ts';

const visitors = admit({ kind: 'visitors' });
const everyone = admit({ kind: 'everyone' });

/** The ways into an account, what mailed links lead to, and what belongs to nobody. */
export const waysIn: Readonly<Record<VisitorAddress, Part>> = {
  '/': { admit: admit({ kind: 'root' }) },
  '/login': { admit: visitors, screen: () => import('../features/log-in/log-in-screen.tsx') },
  '/login/social': {
    admit: admit({ kind: 'visitors', leadsOn: true }),
    screen: () => import('../features/social/start-screen.tsx'),
  },
  '/login/social/confirm': { admit: everyone, screen: () => import('../features/social/confirm-screen.tsx') },
  '/login/$provider/callback': {
    admit: everyone,
    screen: () => import('../features/social/callback-screen.tsx'),
  },
  '/register': { admit: visitors, screen: () => import('../features/register/register-screen.tsx') },
  '/verify-email/confirm': {
    admit: everyone,
    screen: () => import('../features/verify-email/verify-email-screen.tsx'),
  },
  '/two-factor/confirm': {
    admit: everyone,
    screen: () => import('../features/two-factor/confirm-two-factor-screen.tsx'),
  },
  '/reset-password': {
    admit: visitors,
    screen: () => import('../features/passwords/forgot-password-screen.tsx'),
  },
  '/reset-password/confirm': {
    admit: everyone,
    screen: () => import('../features/passwords/reset-password-screen.tsx'),
  },
  '/email/change/confirm': {
    admit: everyone,
    screen: () => import('../features/change-email/confirm-email-change-screen.tsx'),
  },
  '/account-deleted': {
    admit: everyone,
    screen: () => import('../features/delete-account/account-deleted-screen.tsx'),
  },
  '/claim-offer': { admit: everyone, screen: () => import('../features/claim-offer/claim-offer-screen.tsx') },
  '/switch-account': { admit: everyone, screen: () => import('../features/gate/switch-account-screen.tsx') },
  '/download-app': { admit: sendToStore },
  '/404': { admit: everyone, screen: () => import('../features/shell/not-found-page.tsx') },
  /** Any other address: the registration for a visitor, home for a user. */
  '/$': { admit: admit({ kind: 'unknown' }) },
};
