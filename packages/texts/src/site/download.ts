/** Download and contact. */
export const getTexts = {
  title: 'Download',
  description:
    'Comet for Debian and Ubuntu, and WireGuard and OpenVPN configs for phones, Windows, macOS, routers and TVs. Three steps each.',
  headline: 'Get Comet',
  explanation:
    'Our app runs on Debian and Ubuntu. On everything else, connect with a WireGuard or OpenVPN config.',
  app: {
    name: 'Comet for Linux',
    systems: 'Debian and Ubuntu, 64-bit',
    explanation: 'Desktop app, tray icon, command line, and an always-on kill switch.',
    download: 'Download .deb',
    downloadOf: 'Download {file}',
    details: '{file} · {size} MB',
    checksums: 'Checksums',
    none: 'The Linux app can’t be downloaded here yet. Until then, a WireGuard config connects your computer in a minute.',
    pictureLabel:
      'The Comet app while connected: how long, the IP address that websites see, the speed and the location.',
  },
  steps: {
    heading: 'Three steps to your first connection',
    install: {
      name: 'Install',
      explanation: 'Open the downloaded file, or run apt install with its path.',
    },
    signIn: {
      name: 'Sign in',
      explanation:
        'The app shows a code and a QR code. Approve it on a device where you’re signed in, or sign in with your password.',
    },
    connect: {
      name: 'Connect',
      explanation:
        'Choose a location and select Connect. The app says “Connected” once your traffic is protected.',
    },
  },
  elsewhere: {
    heading: 'Everything else',
    explanation:
      'Every plan includes configs for the WireGuard and OpenVPN apps. Kill switch behavior depends on that app; we haven’t tested it.',
    wireguard: 'Get a WireGuard config',
    openvpn: 'Get an OpenVPN config',
    qr: 'Set up with a QR code',
    buttonOf: '{action} for {platform}',
    ios: {
      name: 'iPhone and iPad',
      way: 'WireGuard app',
      steps: [
        'Install WireGuard from the App Store.',
        'Create a config in your account and show its QR code.',
        'Scan it in the app and turn the switch on.',
      ],
    },
    android: {
      name: 'Android',
      way: 'WireGuard app',
      steps: [
        'Install WireGuard from the Play Store or F-Droid.',
        'Create a config in your account and show its QR code.',
        'Scan it in the app and turn the switch on.',
      ],
    },
    windows: {
      name: 'Windows',
      way: 'WireGuard app',
      steps: [
        'Install WireGuard from wireguard.com/install.',
        'Create a config in your account and save it.',
        'Import it in the app and select Activate.',
      ],
    },
    macos: {
      name: 'macOS',
      way: 'WireGuard app',
      steps: [
        'Install WireGuard from the App Store.',
        'Create a config in your account and save it.',
        'Import it in the app and select Activate.',
      ],
    },
    router: {
      name: 'Routers and TVs',
      way: 'OpenWrt, GL.iNet, pfSense, OPNsense, MikroTik, AsusWRT',
      steps: [
        'Create a config in your account.',
        'Import it on the router’s page for WireGuard clients.',
        'Turn it on. TVs and consoles behind the router are then connected too.',
      ],
    },
    server: {
      name: 'Other Linux and servers',
      way: 'OpenVPN or WireGuard tools',
      steps: [
        'Install openvpn from your distribution.',
        'Download a config and your credentials from your account.',
        'Start it with openvpn and the config.',
      ],
    },
  },
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
