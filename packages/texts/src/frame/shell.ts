/** The layout of every screen. */
export const shellTexts = {
  signIn: 'Sign in',
  signOut: 'Sign out',
  contactSupport: 'Contact support',
  brand: 'Comet',
  documentTitle: '{screen} · Comet',
  loading: 'Loading your dashboard',
  close: 'Close',
  notifications: 'Notifications',
} as const;

export const pageErrorTexts = {
  screen: 'Something went wrong',
  headline: 'We couldn’t show this page',
  showDetails: 'Show details',
  hideDetails: 'Hide details',
  toHome: 'Go to home',
  logOut: 'Log out',
  tryAgain: 'Try again',
} as const;

/** Title and description of the dashboard in search results. */
export const pageTexts = {
  description: 'Sign in to Comet VPN: your plan, devices, residential data and dedicated IPs.',
} as const;

/** A browser in which the dashboard cannot run. */
export const unsupportedBrowserTexts = {
  scripts: {
    headline: 'JavaScript is blocked',
    explanation: 'Allow it for this site, then reload the page.',
  },
  cookies: {
    headline: 'Cookies are blocked',
    explanation: 'Allow them for this site to stay signed in, then reload the page.',
  },
  storage: {
    headline: 'Site data is blocked',
    explanation: 'Allow cookies and site data for this site to stay signed in, then reload the page.',
  },
} as const;

/** A part of the program could not be loaded. */
export const reloadTexts = {
  headline: 'Part of this page didn’t load',
  explanation:
    'Your connection dropped, or there’s a new version of Comet. Reload the page to load the rest.',
  reload: 'Reload page',
} as const;

/** The API is temporarily unreachable. */
export const reachTexts = {
  offline: {
    title: 'You’re offline',
    explanation: 'What you see may be out of date. This page updates automatically once you’re back online.',
  },
  away: {
    title: 'We can’t reach Comet',
    explanation: 'Your tunnel isn’t affected. We’ll reconnect automatically.',
  },
} as const;
