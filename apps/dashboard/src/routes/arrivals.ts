import { sendToStore } from '../features/download-app/index.ts';
import { admit } from '../features/gate/index.ts';
import type { Part, VisitorAddress } from '../platform/router/index.ts';
import { withData } from './with-data.ts';

const everyone = admit({ kind: 'everyone' });

/** What mails, providers and other pages lead to, and what belongs to nobody. */
export const arrivals: Readonly<Record<VisitorAddress, Part>> = {
  '/login/social': {
    admit: admit({ kind: 'visitors', leadsOn: true }),
    screen: () => import('../features/social/start-screen.tsx'),
    within: withData,
  },
  '/login/social/confirm': {
    admit: everyone,
    screen: () => import('../features/social/confirm-screen.tsx'),
    within: withData,
  },
  '/login/$provider/callback': {
    admit: everyone,
    screen: () => import('../features/social/callback-screen.tsx'),
    within: withData,
  },
  '/verify-email/confirm': {
    admit: everyone,
    screen: () => import('../features/verify-email/verify-email-screen.tsx'),
    within: withData,
  },
  '/two-factor/confirm': {
    admit: everyone,
    screen: () => import('../features/two-factor/confirm-two-factor-screen.tsx'),
    within: withData,
  },
  '/reset-password/confirm': {
    admit: everyone,
    screen: () => import('../features/passwords/reset-password-screen.tsx'),
    within: withData,
  },
  '/email/change/confirm': {
    admit: everyone,
    screen: () => import('../features/change-email/confirm-email-change-screen.tsx'),
    within: withData,
  },
  '/account-deleted': {
    admit: everyone,
    screen: () => import('../features/delete-account/account-deleted-screen.tsx'),
    within: withData,
  },
  '/claim-offer': {
    admit: everyone,
    screen: () => import('../features/claim-offer/claim-offer-screen.tsx'),
    within: withData,
  },
  '/switch-account': {
    admit: everyone,
    screen: () => import('../features/gate/switch-account-screen.tsx'),
    within: withData,
  },
  '/download-app': { admit: sendToStore },
  '/404': { admit: everyone, screen: () => import('../features/shell/not-found-page.tsx') },
  /** Any other address: the registration for a visitor, home for a user. */
  '/$': { admit: admit({ kind: 'unknown' }) },
};
