/** The link to Paddle's portal for cards and addresses. */
export const portalTexts = {
  openPortal: 'Open Paddle',
  updateCard: 'Update card',
} as const;

/** The dashboard's menu and breadcrumbs. */
export const navigationTexts = {
  skipToContent: 'Skip to content',
  navigation: 'Main',
  breadcrumb: 'Breadcrumb',
  openMenu: 'Menu',
  home: 'Home',
  devices: 'Devices',
  download: 'Download',
  vpn: 'VPN',
  quickLogin: 'Sign in a device',
  residential: 'Residential',
  residentialVpn: 'Data',
  residentialProxy: 'Proxy',
  dedicated: 'Dedicated IPs',
  account: 'Account',
  billing: 'Billing',
  settings: 'Settings',
  referFriend: 'Refer a friend',
  help: 'Help and support',
  helpWithReplies: 'Help and support: {count} new',
  accountMenu: 'Your account',
  noPlan: 'No plan',
  /** The plan of the account, by its state. */
  plan: {
    trialing: '{plan}, free trial',
    active: '{plan}, active',
    past_due: '{plan}, payment due',
    cancelled: '{plan}, canceled',
    refunded: 'Refunded',
    expired: 'Plan ended',
  },
} as const;
