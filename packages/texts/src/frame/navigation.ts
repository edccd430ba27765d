/** The dashboard's menu and the way up from a screen. */
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
