/** Download, contact and status. */
export const getTexts = {
  title: 'Download',
  description:
    'Comet for Debian and Ubuntu, files for every other system, and what there is not yet. With checksums.',
  headline: 'Get Comet',
  explanation:
    'There is one app today, for Debian and what is made of it. Everything else connects by a file.',
  linux: {
    name: 'Debian, Ubuntu',
    state: 'App and command',
    explanation:
      'A window, a tray, the command comet and the service that holds your traffic back when something fails.',
    install: 'apt install ./comet_….deb',
  },
  phone: {
    name: 'iPhone, Android',
    state: 'By a file',
    explanation:
      'Make a WireGuard file in your account and scan its code with WireGuard’s own app. The key is made in your browser.',
  },
  macos: {
    name: 'macOS',
    state: 'By a file, no app yet',
    explanation:
      'Use a file with WireGuard’s or OpenVPN’s own app. The kill switch of such an app is not ours, and we have not tested it.',
  },
  windows: {
    name: 'Windows',
    state: 'By a file, no app yet',
    explanation:
      'Use a file with WireGuard’s or OpenVPN’s own app. The kill switch of such an app is not ours, and we have not tested it.',
  },
  router: {
    name: 'Routers, and anything else',
    state: 'By a file',
    explanation: 'WireGuard and OpenVPN files for whatever speaks either.',
  },
  makeFile: 'Make a file in your account',
  packagesHeading: 'Packages and checksums',
  packagesExplanation: 'Compare the SHA-256 before you install.',
  check: 'sha256sum --check comet.sha256',
  none: 'No package is published at this address. Build one from the sources: npm run package.',
  megabytes: '{size} MB',
} as const;

export const contactTexts = {
  title: 'Get in touch',
  description: 'Write to us. A person answers, by mail. No script and no third party is between you and us.',
  headline: 'Write to us',
  explanation: 'A person reads it and answers by mail. Customers are quicker from inside of their account.',
  name: 'Name',
  email: 'Email',
  topic: 'What it is about',
  topics: {
    account: 'My account',
    payments: 'A payment',
    technical: 'It does not work',
    business: 'For a company',
    press: 'Press',
    other: 'Something else',
  },
  message: 'Message',
  website: 'Leave this empty',
  send: 'Send',
  kept: 'What you write becomes a ticket. It is removed 180 days after it was closed.',
  security: 'Found a hole?',
  securityExplanation: 'Write to {address}. We answer within two working days.',
  sent: {
    title: 'Message sent',
    description: 'Your message has arrived.',
    headline: 'Your message has arrived',
    explanation: 'A person reads it and answers by mail.',
  },
  notSent: {
    title: 'Message not sent',
    description: 'Your message was not sent.',
    headline: 'Something went wrong and your message has not been sent.',
    explanation:
      'Is every field filled in? If so, try again in an hour: this form takes only so many messages.',
    again: 'Back to the form',
  },
} as const;

export const statusTexts = {
  title: 'Status',
  description: 'Whether Comet works at this moment, asked from our servers while you look.',
  headline: 'Status',
  explanation:
    'Asked from our servers while you look, every 15 seconds. Tunnels that stand go on without them.',
  asking: 'Asking …',
  withoutScripts:
    'This page asks our servers by a small script of our own. Without scripts, the answer itself is here:',
  raw: 'The answer, as JSON',
  away: 'Our servers do not answer. We keep asking; this page goes on by itself.',
  checkedAt: 'Asked at {time}',
  summary: {
    working: 'Everything works',
    degraded: 'A part does not work as it should',
    down: 'A part is down',
  },
  states: { working: 'Works', degraded: 'In part', down: 'Down' },
  parts: { accounts: 'Accounts and sign-in', gateways: 'Gateways', residential: 'Residential exits' },
  details: {
    accounts: 'Sign-in, payments and the making of tickets.',
    gateways: '{working} of {all} have reported within the last 90 seconds.',
    noGateways: 'No gateway is in service.',
    residential: '{working} are live; countries: {countries}.',
    noResidential: 'No exit is live.',
  },
} as const;
