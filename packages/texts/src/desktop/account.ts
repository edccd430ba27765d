/** The app's referral screen, in addition to the dashboard's texts. */
export const referralScreenTexts = {
  friends: 'Friends',
  loading: 'Loading your link',
  unavailable: 'Couldn’t load your link: {why}',
} as const;

/** Choosing a plan in the app; it is paid in the browser. */
export const plansTexts = {
  explanation:
    'You pay in your browser, where you’re already signed in. You’ll see the full price before you’re charged.',
  continue: 'Continue in browser',
  loading: 'Loading plans',
  unavailable: 'Couldn’t load plans: {why}',
} as const;

/** The account: its plan, and what the plan includes. */
export const accountTexts = {
  title: 'Account',
  states: { active: 'Active', cancelled: 'Cancelled', inactive: 'Inactive' },
  allows: {
    active: 'All your devices can connect.',
    cancelled: 'You can connect until your plan ends. You won’t be charged again.',
    inactive: 'You need a plan to connect. We’ll keep your devices and settings until then.',
  },
  paymentDue:
    'Your last payment didn’t go through. You can connect until the date below, and we’ll retry the payment.',
  status: 'Status',
  plan: 'Plan',
  noPlan: 'None',
  renewsOn: 'Renews on',
  endsOn: 'Ends on',
  boughtIn: 'Bought in',
  stores: {
    app_store: 'App Store. Change or cancel it there.',
    play_store: 'Google Play. Change or cancel it there.',
  },
  email: 'Email',
  choosePlan: 'Choose a plan',
  dashboard: 'Open dashboard',
  referral: 'Refer a friend',
  referralHint: '30\u00a0days for both of you',
  openReferral: 'View your link',
  thisDevice: 'this computer',
  loading: 'Loading your account',
  unavailable: 'Couldn’t load your account: {why}',
  devicesUnavailable: 'Couldn’t load your devices: {why}',
} as const;

/** The sign-out on this computer. */
export const signOutTexts = {
  signOut: 'Sign out',
  title: 'Sign out?',
  plain: 'You’re not connected, so nothing changes for your traffic.',
  lockedDown: 'You’ll be disconnected. Lockdown is on, so your traffic stays blocked.',
  choose: 'You’ll be disconnected. What should happen to your traffic?',
  include: 'You’ll be disconnected, and your traffic will be unprotected.',
  held: 'Sign out and block traffic',
  open: 'Sign out and unblock internet',
  cancel: 'Cancel',
} as const;
