import { admit } from '../features/gate/index.ts';
import { HomeSkeleton } from '../features/home/home-skeleton.tsx';
import { ReferFriendSkeleton } from '../features/refer-friend/refer-friend-skeleton.tsx';
import { ListSkeleton } from '../features/shell/list-skeleton.tsx';
import { LoadingPage } from '../features/shell/loading.tsx';
import { ScreenError } from '../features/shell/page-error.tsx';
import type { Part } from '../platform/router/index.ts';
import { withData } from './with-data.ts';

const usersOnly = admit({ kind: 'users', fallback: 'login' });
const usersWithToken = admit({ kind: 'users', fallback: 'login', acceptsOneTimeToken: true });

const frame: Part = {
  screen: () => import('../features/shell/dash-layout.tsx'),
  pending: LoadingPage,
  within: withData,
};

/** A screen of the dashboard: what goes wrong in it leaves the menu where it is. */
const inDash = (screen: NonNullable<Part['screen']>, more: Part = {}): Part => ({
  admit: usersOnly,
  screen,
  failed: ScreenError,
  within: frame,
  ...more,
});

/** What has the menu beside it. */
export const dashboard = {
  '/dash': { admit: () => '/dash/home/' },
  '/dash/home': inDash(() => import('../features/home/home-screen.tsx'), {
    admit: usersWithToken,
    pending: HomeSkeleton,
  }),
  '/dash/devices': inDash(() => import('../features/devices/devices-screen.tsx'), {
    pending: ListSkeleton,
  }),
  '/dash/download': inDash(() => import('../features/download/download-screen.tsx'), {
    pending: ListSkeleton,
  }),
  '/dash/quick-login': inDash(() => import('../features/quick-login/quick-login-screen.tsx')),
  '/dash/refer-friend': inDash(() => import('../features/refer-friend/refer-friend-screen.tsx'), {
    pending: ReferFriendSkeleton,
  }),
  '/dash/contact-sales': inDash(() => import('../features/contact-sales/contact-sales-screen.tsx')),
  '/dash/change-plan': inDash(() => import('../features/change-plan/change-plan-screen.tsx')),
  '/dash/billing': inDash(() => import('../features/billing/billing-screen.tsx'), { pending: ListSkeleton }),
  '/dash/settings': inDash(() => import('../features/settings/settings-screen.tsx'), {
    pending: ListSkeleton,
  }),
  '/dash/settings/change-email': inDash(() => import('../features/change-email/change-email-screen.tsx')),
  '/dash/settings/change-password': inDash(() => import('../features/passwords/change-password-screen.tsx')),
  '/dash/settings/two-factor': inDash(() => import('../features/two-factor/two-factor-settings-screen.tsx')),
  '/dash/delete-account': inDash(() => import('../features/delete-account/delete-account-screen.tsx')),
  '/dash/residential-vpn': inDash(() => import('../features/residential-data/residential-data-screen.tsx'), {
    admit: usersWithToken,
  }),
  '/dash/residential-proxy': inDash(
    () => import('../features/residential-proxy/residential-proxy-screen.tsx'),
  ),
  '/dash/dedicated': inDash(() => import('../features/dedicated/dedicated-screen.tsx')),
  '/dash/dedicated/$id': inDash(() => import('../features/dedicated/address-screen.tsx')),
  '/dash/$': inDash(() => import('../features/shell/not-found-screen.tsx')),
} satisfies Record<string, Part>;
