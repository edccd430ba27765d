/** The app's referral screen, in addition to the dashboard's texts. */
export const referralScreenTexts = {
  friends: 'Friends',
  loading: 'Fetching your link',
  unavailable: 'Your link cannot be fetched: {why}',
} as const;

/** Choosing a plan in the app; it is paid in the browser. */
export const plansTexts = {
  explanation:
    'You pay in the browser, where you are signed in already. The whole price stands there before anything is charged.',
  continue: 'Continue in the browser',
  loading: 'Fetching the plans',
  unavailable: 'The plans cannot be fetched: {why}',
} as const;

/** What an account is allowed by its plan, and what it consists of. */
export const accountTexts = {
  title: 'Account',
  states: { active: 'Active', cancelled: 'Cancelled', inactive: 'Inactive' },
  allows: {
    active: 'Each of your devices may connect.',
    cancelled: 'Comet connects until the end of the plan. Nothing more is charged.',
    inactive: 'Comet does not connect without a plan. Your devices and settings stay for the next one.',
  },
  paymentDue: 'The last payment did not go through. Comet works until the date below, and it is tried again.',
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
  referralHint: '30 days for both of you',
  openReferral: 'See your link',
  thisDevice: 'this computer',
  loading: 'Fetching your account',
  unavailable: 'Your account cannot be fetched: {why}',
  devicesUnavailable: 'Your devices cannot be fetched: {why}',
} as const;

/** The sign-out on this computer. */
export const signOutTexts = {
  signOut: 'Sign out',
  title: 'Sign out?',
  plain: 'No tunnel stands, so nothing changes for your traffic.',
  lockedDown: 'The tunnel ends. Lockdown is on, so nothing leaves this computer afterwards.',
  choose: 'The tunnel ends. What should become of your traffic then?',
  include: 'The tunnel ends, and your traffic leaves this computer unprotected.',
  held: 'Sign out and hold traffic back',
  open: 'Sign out and let traffic out',
  cancel: 'Cancel',
} as const;
