/** Download, contact and status. */
export const getTexts = {
  title: 'Download',
  description:
    'Comet for Debian and Ubuntu, configs for everything else, and what isn’t available yet. With checksums.',
  headline: 'Get Comet',
  explanation:
    'Our app runs on Debian and Ubuntu. On everything else, connect with a WireGuard or OpenVPN config.',
  linux: {
    name: 'Debian and Ubuntu',
    state: 'App and command line',
    explanation: 'Desktop app, tray icon, command line, and an always-on kill switch.',
    install: 'apt install ./comet_….deb',
  },
  phone: {
    name: 'iPhone and Android',
    state: 'WireGuard config',
    explanation:
      'Create a WireGuard config in your account and scan its QR code with the WireGuard app. The key is made in your browser.',
  },
  macos: {
    name: 'macOS',
    state: 'WireGuard or OpenVPN config, no app yet',
    explanation:
      'Use a config with the WireGuard or OpenVPN app. Kill switch behavior depends on that app; we haven’t tested it.',
  },
  windows: {
    name: 'Windows',
    state: 'WireGuard or OpenVPN config, no app yet',
    explanation:
      'Use a config with the WireGuard or OpenVPN app. Kill switch behavior depends on that app; we haven’t tested it.',
  },
  router: {
    name: 'Routers and other devices',
    state: 'WireGuard or OpenVPN config',
    explanation: 'WireGuard and OpenVPN configs for anything that supports them.',
  },
  makeFile: 'Create a config in your account',
  packagesHeading: 'Packages and checksums',
  packagesExplanation: 'Check the SHA-256 before you install.',
  check: 'sha256sum --check comet.sha256',
  none: 'The installer isn’t available here yet. Until it is, connect with a WireGuard or OpenVPN config.',
  megabytes: '{size} MB',
} as const;

export const contactTexts = {
  title: 'Get in touch',
  description: 'Write to us and a real person replies by email. No bots, no third parties.',
  headline: 'Write to us',
  explanation:
    'A real person reads it and replies by email. Already a customer? Write from your dashboard for a faster reply.',
  name: 'Name',
  email: 'Email',
  topic: 'Topic',
  topics: {
    account: 'My account',
    payments: 'A payment',
    technical: 'Something isn’t working',
    business: 'Comet for business',
    press: 'Press',
    other: 'Something else',
  },
  message: 'Message',
  website: 'Leave this empty',
  send: 'Send',
  kept: 'We keep your message as a support ticket and delete it 180 days after the ticket is closed.',
  security: 'Found a security issue?',
  securityExplanation: 'Write to {address}. We reply within two working days.',
  sent: {
    title: 'Message sent',
    description: 'Your message is on its way to us.',
    headline: 'Message sent',
    explanation: 'Thanks for writing. A real person will reply by email.',
  },
  notSent: {
    title: 'Message not sent',
    description: 'Your message was not sent.',
    headline: 'Something went wrong and your message has not been sent.',
    explanation:
      'Check that every field is filled in. If it is, try again in an hour: we limit how many messages this form accepts.',
    again: 'Back to the form',
  },
} as const;

export const statusTexts = {
  title: 'Status',
  description: 'Live status of Comet’s accounts, VPN servers and residential exits.',
  headline: 'Status',
  explanation:
    'Live, refreshed every 15 seconds. Tunnels that are already up keep working even if our account servers go down.',
  asking: 'Checking…',
  withoutScripts: 'This page needs a small script of ours to update. Without scripts, see the data itself:',
  raw: 'Status as JSON',
  away: 'We can’t reach our servers. We’ll keep trying, and this page updates automatically.',
  checkedAt: 'Last checked at {time}',
  summary: {
    working: 'Everything is up and running',
    degraded: 'Some services are degraded',
    down: 'Some services are down',
  },
  states: { working: 'Up', degraded: 'Degraded', down: 'Down' },
  parts: { accounts: 'Accounts and sign-in', gateways: 'VPN servers', residential: 'Residential exits' },
  details: {
    accounts: 'Sign-in, payments and connection permits.',
    gateways: '{working} of {all} servers reported in the last 90 seconds.',
    noGateways: 'No servers are in service.',
    residential: '{exits} online in {countries}.',
    exits: { one: '1 exit', other: '{count} exits' },
    countries: { one: '1 country', other: '{count} countries' },
    noResidential: 'No exits are online.',
  },
} as const;
