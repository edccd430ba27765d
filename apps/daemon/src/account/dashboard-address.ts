import type { DashboardPage } from '@comet/tunnel-protocol';

interface Destination {
  readonly path: string;
  /** Whose page it is. Those of `visitors` sign in, or register. */
  readonly of: 'users' | 'visitors';
  /** Whether it leads on to the approval of the code that waits. */
  readonly leadsOn: boolean;
  /** Whether a one-time token in the address signs in. */
  readonly takesToken: boolean;
}

const users = (path: string, takesToken = false): Destination => ({
  path,
  of: 'users',
  leadsOn: false,
  takesToken,
});
const visitors = (path: string, leadsOn = true): Destination => ({
  path,
  of: 'visitors',
  leadsOn,
  takesToken: false,
});

const destinations: Readonly<Record<DashboardPage, Destination>> = {
  home: users('/dash/home/', true),
  plans: users('/payment/subscription/', true),
  'residential-data': users('/dash/residential-vpn/', true),
  'residential-proxy': users('/dash/residential-proxy/'),
  dedicated: users('/dash/dedicated/'),
  devices: users('/dash/devices/'),
  'refer-friend': users('/dash/refer-friend/'),
  settings: users('/dash/settings/'),
  register: visitors('/register/'),
  'reset-password': visitors('/reset-password/', false),
  'social-google': visitors('/login/social/?opener=app&provider=google'),
  'social-apple': visitors('/login/social/?opener=app&provider=apple'),
  'social-facebook': visitors('/login/social/?opener=app&provider=facebook'),
};

export function destinationOf(page: DashboardPage): Destination {
  return destinations[page];
}

export interface AddressParts {
  readonly origin: string;
  /** Signs in where the page takes it; null where it does not. */
  readonly oneTimeToken: string | null;
  /** Of the sign-in that waits for an approval: a page for visitors leads on to it. */
  readonly code: string | null;
}

/** Where a browser is sent. */
export function dashboardAddress(
  { path, leadsOn }: Destination,
  { origin, oneTimeToken, code }: AddressParts,
): string {
  const url = new URL(path, origin);
  if (oneTimeToken !== null) url.searchParams.set('cometToken', oneTimeToken);
  if (leadsOn && code !== null)
    url.searchParams.set('redirect', `/dash/quick-login/?code=${encodeURIComponent(code)}`);
  return url.href;
}
