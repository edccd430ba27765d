import { ReferFriendSkeleton } from '../features/refer-friend/refer-friend-skeleton.tsx';
import { ListSkeleton } from '../features/shell/list-skeleton.tsx';
import type { Part } from '../platform/router/index.ts';
import { inDash, usersWithToken } from './frame.ts';

/** What has the menu beside it, but for home. */
export const dashboard = {
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
