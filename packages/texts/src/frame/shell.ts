/** The frame of every screen. */
export const shellTexts = {
  signIn: 'Sign in',
  contactSupport: 'Contact support',
  brand: 'Comet',
  documentTitle: '{screen} · Comet',
  loading: 'Loading your dashboard',
  close: 'Close',
  logOut: 'Log out',
  notifications: 'Notifications',
} as const;

export const pageErrorTexts = {
  screen: 'Something failed',
  headline: 'This page could not be shown',
  showDetails: 'Show details',
  hideDetails: 'Hide details',
  toHome: 'Go to home',
  tryAgain: 'Try again',
} as const;

/** What a search engine shows of the dashboard. */
export const pageTexts = {
  description: 'Sign in to Comet VPN: your plan, your devices, residential data and addresses of your own.',
} as const;

/** A browser in which the dashboard cannot run. */
export const shutOutTexts = {
  scripts: {
    headline: 'The dashboard needs scripts',
    explanation: 'Allow JavaScript for this address, then load the page again.',
  },
  cookies: {
    headline: 'The dashboard needs cookies',
    explanation:
      'Comet recognises this browser by one cookie, and without it nobody can stay signed in. Allow cookies for this address, then load the page again.',
  },
  storage: {
    headline: 'Your browser keeps nothing for Comet',
    explanation:
      'Without it nobody can stay signed in. Allow cookies and site data for this address, then load the page again.',
  },
} as const;

/** A part of the program could not be fetched. */
export const reloadTexts = {
  headline: 'A part of this page did not arrive',
  explanation:
    'The connection was lost, or a new version of Comet is out. Loading the page again fetches it.',
  reload: 'Reload page',
} as const;

/** The API is unreachable for the moment. */
export const reachTexts = {
  offline: {
    title: 'You are offline',
    explanation: 'What you see may be old. This page goes on by itself when you are connected again.',
  },
  away: {
    title: 'Comet does not answer',
    explanation: 'Your tunnel is not affected. We keep asking; this page goes on by itself.',
  },
} as const;
