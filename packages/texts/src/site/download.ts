/** The download page. */
export const siteDownloadTexts = {
  title: 'Download',
  description:
    'Comet for Debian and Ubuntu, and WireGuard and OpenVPN configs for phones, Windows, macOS, routers and TVs. Three steps each.',
  headline: 'Get Comet',
  explanation:
    'Our app runs on Debian and Ubuntu. On everything else, connect with a WireGuard or OpenVPN config.',
  /** Instead of the two above while no package of the app is published. */
  withoutApp: {
    description:
      'WireGuard and OpenVPN configs for Linux, phones, Windows, macOS, routers and TVs. Three steps each.',
    explanation: 'Connect any device with a WireGuard or OpenVPN config from your account.',
  },
  app: {
    name: 'Comet for Linux',
    systems: 'Debian and Ubuntu, 64-bit',
    explanation: 'Desktop app, tray icon, command line, and an always-on kill switch.',
    download: 'Download .deb',
    downloadOf: 'Download {file}',
    details: '{file} · {size} MB',
    checksums: 'Checksums',
    pictureLabel:
      'The Comet app while connected: how long, the IP address that websites see, the speed and the location.',
  },
  /** The first card while no package of the app is published. */
  linux: {
    name: 'Linux',
    systems: 'Any distribution with WireGuard',
    explanation:
      'One config connects the whole computer. Our own app for Debian and Ubuntu isn’t available to download yet.',
    steps: [
      {
        name: 'Install WireGuard',
        explanation: 'It’s the package wireguard-tools. On Debian, install openresolv as well.',
      },
      { name: 'Save a config', explanation: 'Create it in your account and move it to /etc/wireguard.' },
      {
        name: 'Connect',
        explanation: 'Run wg-quick up with the config’s name. Your account shows the commands.',
      },
    ],
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
      method: 'WireGuard app',
      steps: [
        'Install WireGuard from the App Store.',
        'Create a config in your account and show its QR code.',
        'Scan it in the app and turn the switch on.',
      ],
    },
    android: {
      name: 'Android',
      method: 'WireGuard app',
      steps: [
        'Install WireGuard from the Play Store or F-Droid.',
        'Create a config in your account and show its QR code.',
        'Scan it in the app and turn the switch on.',
      ],
    },
    windows: {
      name: 'Windows',
      method: 'WireGuard app',
      steps: [
        'Install WireGuard from wireguard.com/install.',
        'Create a config in your account and save it.',
        'Import it in the app and select Activate.',
      ],
    },
    macos: {
      name: 'macOS',
      method: 'WireGuard app',
      steps: [
        'Install WireGuard from the App Store.',
        'Create a config in your account and save it.',
        'Import it in the app and select Activate.',
      ],
    },
    router: {
      name: 'Routers and TVs',
      method: 'OpenWrt, GL.iNet, pfSense, OPNsense, MikroTik, AsusWRT',
      steps: [
        'Create a config in your account.',
        'Import it on the router’s page for WireGuard clients.',
        'Turn it on. TVs and consoles behind the router are then connected too.',
      ],
    },
    server: {
      name: 'Linux and servers',
      method: 'OpenVPN or WireGuard tools',
      steps: [
        'Install openvpn from your distribution.',
        'Download a config and your credentials from your account.',
        'Start it with openvpn and the config.',
      ],
    },
  },
} as const;
