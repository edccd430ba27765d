/** The link to Paddle's portal for cards and addresses. */
export const portalTexts = {
  openPortal: 'Open Paddle',
  updateCard: 'Update card',
} as const;

/** What the site's legal pages are called. */
export const legalTexts = {
  terms: 'Terms',
  privacy: 'Privacy',
  refunds: 'Refunds',
  /** Below the navigation. */
  pages: '{terms} {privacy}',
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
  residentialVpn: 'Residential data',
  dedicated: 'Dedicated IP',
  residentialProxy: 'Residential proxy',
  quickLogin: 'Quick login',
  referFriend: 'Refer a friend',
  settings: 'Settings',
  contactSales: 'Contact sales',
} as const;
