import { admit } from '../features/gate/index.ts';
import type { Part, VisitorAddress } from '../platform/router/index.ts';
import { withData } from './with-data.ts';

type Screen = NonNullable<Part['screen']>;

const everyone = admit({ kind: 'everyone' });

/** For whoever follows a link, signed in or not. */
const forEveryone = (screen: Screen): Part => ({ admit: everyone, screen, within: withData });

/** What mails, providers and other pages lead to, and what belongs to nobody. */
export const arrivals: Readonly<Record<VisitorAddress, Part>> = {
  '/login/social': {
    admit: admit({ kind: 'visitors', leadsOn: true }),
    screen: () => import('../features/social/start-screen.tsx'),
    within: withData,
  },
  '/login/social/confirm': forEveryone(() => import('../features/social/confirm-screen.tsx')),
  '/login/$provider/callback': forEveryone(() => import('../features/social/callback-screen.tsx')),
  '/verify-email/confirm': forEveryone(() => import('../features/verify-email/verify-email-screen.tsx')),
  '/two-factor/confirm': forEveryone(() => import('../features/two-factor/confirm-two-factor-screen.tsx')),
  '/reset-password/confirm': forEveryone(() => import('../features/passwords/reset-password-screen.tsx')),
  '/email/change/confirm': forEveryone(
    () => import('../features/change-email/confirm-email-change-screen.tsx'),
  ),
  '/account-deleted': forEveryone(() => import('../features/delete-account/account-deleted-screen.tsx')),
  '/claim-offer': forEveryone(() => import('../features/claim-offer/claim-offer-screen.tsx')),
  '/switch-account': forEveryone(() => import('../features/gate/switch-account-screen.tsx')),
  '/download-app': {
    admit: (arrival) =>
      import('../features/download-app/index.ts').then(({ sendToStore }) => sendToStore(arrival)),
  },
  '/404': { admit: everyone, screen: () => import('../features/shell/not-found-page.tsx') },
  /** Any other address: the registration for a visitor, home for a user. */
  '/$': { admit: admit({ kind: 'unknown' }) },
};
