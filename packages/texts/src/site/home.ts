/** The homepage. */
export const siteHomeTexts = {
  title: 'A VPN that shows its work',
  description:
    'Comet lets you browse from somewhere else: a data center, a real home, or an IP address only you use. Every promise names the test behind it.',
  headline: 'Cross any border. Leave only light.',
  explanation:
    'Comet lets you browse from somewhere else: a data center, a real home, or an IP address only you use.',
  seePlans: 'See plans',
  readTests: 'Read our tests',
  fromPrice: 'A VPN from {price} a month, with a 30-day refund for card and PayPal.',
  mapLabel: 'A world map. A trail of light runs from you, in Berlin, to Tokyo, where websites see you.',
  you: 'You, in Berlin',
  seen: 'Seen in Tokyo',
  facts: {
    kept: {
      headline: 'No connection log',
      explanation:
        'Our VPN servers never write down your IP address, where you go, or when. After three idle minutes they forget your IP address in memory as well.',
    },
    refund: {
      headline: '30 days',
      explanation:
        'to change your mind, if you pay by card or PayPal. Request the refund yourself; it goes back the way you paid.',
    },
    data: {
      headline: '{price} a gigabyte',
      explanation: 'for residential traffic, metered to the byte. You decide what happens at zero.',
    },
  },
  app: {
    headline: ['One button.', 'One honest sentence.'],
    explanation:
      'The app says in words what happens to your traffic: not protected, connecting, connected, blocked. Nothing else to learn.',
    points: [
      'Blocks everything if the tunnel fails',
      'Blocks from startup, with lockdown on',
      'Works on many networks that block VPNs',
    ],
    connected: 'The Comet app, connected: the IP address that websites see, the speed and the location.',
    notPublished: 'The app isn’t available to download yet. Connect any device with a config today.',
    connectNow: 'Connect with a config',
    blocked: 'The Comet app, blocked: a server doesn’t answer, so no traffic leaves the computer.',
  },
  proof: {
    label: 'Proof',
    up: '{up} of {all}',
    upMeaning: 'locations available',
    upNow: 'locations available now',
    checked: 'checked {day}',
    liveStatus: 'See live status',
    outside: { one: '1 packet', other: '{count} packets' },
    outsideMeaning: 'outside the tunnel',
    leakTest: 'leak test, {day}',
    caughtMeaning: 'caught without it',
    sameTest: 'same test, protection off',
    days: '30 days',
    refund: 'full refund',
    noQuestions: 'for card and PayPal, no questions',
    action: 'See all the evidence',
  },
  exitTypes: {
    headline: 'Choose where you come out',
    explanation: 'A data center, a real home, or an IP address only you use.',
    you: 'You',
    server: 'Server',
    home: 'Home',
    site: 'Site',
    goodFor: 'Good for',
    datacenter: {
      name: 'Data center',
      explanation: 'Fast, unmetered, included',
      goodFor: 'Everyday browsing, work, travel',
      price: 'From {price} a month',
      action: 'See all locations',
    },
    residential: {
      name: 'Home connection',
      explanation: 'Sites see an ordinary household',
      goodFor: 'Sites that block data centers',
      price: '+ {price} a GB',
      action: 'How residential works',
    },
    dedicated: {
      name: 'Dedicated IP',
      explanation: 'Yours alone, for months',
      goodFor: 'Banks, admin panels, allowlists',
      price: '+ from {price} a month',
      action: 'About dedicated IPs',
    },
  },
  steps: {
    headline: 'Connected in three steps',
    plan: {
      name: 'Choose a plan',
      explanation: 'Create an account with your email and pay by card, PayPal or crypto.',
    },
    install: {
      name: 'Install or scan',
      explanation: 'Get the app for Debian and Ubuntu, or scan a QR code on your phone.',
    },
    /** Instead of the step above and the one below while no package of the app is published. */
    installConfig: {
      name: 'Scan or import',
      explanation:
        'Pick a location in your account. Scan its QR code on your phone, or import the config on a computer or router.',
    },
    turnOn: {
      name: 'Turn it on',
      explanation: 'Websites now see that location’s IP address instead of yours.',
    },
    connect: {
      name: 'Pick a location',
      explanation: 'Select Connect. Websites now see that location’s IP address instead of yours.',
    },
    pictureLabel: 'The Comet app’s list of locations beside a world map.',
  },
  platforms: {
    headline: 'Works on what you own',
    explanation: 'Up to 10 devices with every plan.',
    linux: { name: 'Debian, Ubuntu', method: 'Comet app' },
    /** Instead of the one above while no package of the app is published. */
    linuxConfig: { name: 'Linux', method: 'WireGuard config' },
    windows: { name: 'Windows', method: 'WireGuard config' },
    macos: { name: 'macOS', method: 'WireGuard config' },
    ios: { name: 'iPhone and iPad', method: 'QR code' },
    android: { name: 'Android', method: 'QR code' },
    router: { name: 'Routers and TVs', method: 'WireGuard config' },
  },
  prices: {
    headline: 'One plan. Pay longer, pay less.',
    explanation: 'Every plan has the same features. The difference is how long you pay for up front.',
    aMonth: '{price} a month',
    compare: 'Compare plans',
    trialHeadline: 'Try it for {days} days',
    trial:
      'The monthly plan starts with a free trial. Then it’s {price} a month, with a 30-day refund for card and PayPal.',
    noTrialHeadline: '30 days to change your mind',
    noTrial: 'Plans start at {price} a month, with a 30-day refund for card and PayPal.',
  },
  questions: {
    headline: 'Common questions',
    other: 'Something else? A real person replies by email.',
    contact: 'Get in touch',
    vpn: {
      question: 'What does a VPN do?',
      answer:
        'It encrypts your connection to a server you choose. Your provider sees only encrypted traffic, and websites see the server’s IP address instead of yours. Sites you sign in to still know who you are.',
    },
    logs: {
      question: 'Do you keep logs?',
      answer:
        'No connection log: our VPN servers never write down your IP address, where you go, or when. Metered products record bytes by product, proxy user and day, because that’s how a meter works.',
    },
    devices: {
      question: 'Which devices does it work on?',
      answer:
        'Our app runs on Debian and Ubuntu. Phones, Windows, macOS and routers connect with a WireGuard or OpenVPN config. Up to 10 devices at a time.',
      /** While no package of the app is published. */
      answerWithoutApp:
        'Linux, Windows, macOS, phones and routers connect with a WireGuard or OpenVPN config. Our own app for Debian and Ubuntu isn’t available to download yet. Up to 10 devices at a time.',
    },
    blocked: {
      question: 'Does it work where VPNs are blocked?',
      answer:
        'Often. The app can disguise the connection in three ways: TLS, Shadowsocks and obfs4. A network that blocks our servers’ IP addresses still wins.',
    },
  },
} as const;
