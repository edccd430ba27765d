/** Pages about connecting a device for the first time. */
export const setUpPages = [
  {
    slug: 'install-debian-ubuntu',
    title: 'Install Comet on Debian or Ubuntu',
    summary: 'The app, its tray icon and the comet command, from one package.',
    related: ['connect', 'command-line', 'kill-switch'],
  },
  {
    slug: 'install-fedora',
    title: 'Connect Fedora and other Linux systems',
    summary: 'With wg-quick and a WireGuard config.',
    related: ['dns', 'router', 'devices'],
  },
  {
    slug: 'windows',
    title: 'Connect Windows',
    summary: 'With the WireGuard app and a config from your account.',
    related: ['blocked-network', 'devices', 'no-connection'],
  },
  {
    slug: 'macos',
    title: 'Connect a Mac',
    summary: 'With the WireGuard app and a config from your account.',
    related: ['blocked-network', 'devices', 'no-connection'],
  },
  {
    slug: 'iphone',
    title: 'Connect an iPhone or iPad',
    summary: 'Scan a QR code with the WireGuard app.',
    related: ['blocked-network', 'devices', 'no-connection'],
  },
  {
    slug: 'android',
    title: 'Connect an Android phone',
    summary: 'Scan a QR code with the WireGuard app.',
    related: ['blocked-network', 'tv', 'devices'],
  },
  {
    slug: 'router',
    title: 'Connect a router',
    summary: 'One config for every device in your home.',
    related: ['tv', 'slow', 'devices'],
  },
  {
    slug: 'tv',
    title: 'Connect a TV',
    summary: 'Android TV with a config, other TVs through a router.',
    related: ['router', 'website-blocks', 'slow'],
  },
  {
    slug: 'sign-in-device',
    title: 'Sign in on a device with a code',
    summary: 'Approve a computer from a browser or phone where you’re signed in.',
    related: ['devices', 'command-line', 'two-factor'],
  },
] as const;
