/** The prices of all products. */
export const pricingTexts = {
  title: 'Pricing',
  description:
    'Every plan has every data center location, 10 devices and all protocols. Prices up front, and a 30-day refund for card and PayPal.',
  headline: 'One plan. Pay longer, pay less.',
  explanation: 'Every feature, 10 devices, and a 30-day refund for card and PayPal.',
  plans: {
    heading: 'Plans',
    months: { one: '1 month', other: '{months} months' },
    aMonth: 'a month',
    recommended: 'Recommended',
    saves: 'Save {percent}%',
    firstDays: 'First {days} days free',
    /** `months` includes the free ones. */
    paidOnce: 'You pay {price} today for {months} months, renews at {price}',
    paidMonthly: 'You pay {price} today, renews at {price}',
    afterTrial: 'You pay nothing today, then {price} a month after {days} days',
    renewsMonthly: 'Renews every month. Cancel anytime.',
    renewsEvery: 'Renews every {months} months. Cancel anytime.',
    get: 'Get {length}',
    getWithFree: 'Get {length} + {free} free',
    startTrial: 'Start {days} days free',
    methods: 'Pay by card, PayPal or crypto',
    trialMethods: 'Pay by card or PayPal',
    /** The only explanation of the two monthly prices. `prices` are in the format below. */
    freeMonthsNote: 'Prices per month don’t count the free months. With them, you pay {prices}.',
    priceWithFree: '{price} a month on the {months}-month plan',
  },
  assurances: {
    refund: '30-day refund for card and PayPal',
    cards: 'Visa, Mastercard and PayPal',
    crypto: '70+ cryptocurrencies, 1% fee, no refunds',
    tax: 'Taxes shown before you pay',
  },
  included: {
    heading: 'In every plan',
    /** While no package of the app is published. */
    withoutApp:
      'The kill switch, post-quantum keys, multi-hop, split tunneling and blocking need our app, which isn’t available to download yet. Configs connect any device today.',
    killSwitch: {
      name: 'A kill switch that’s always on',
      explanation: 'If the connection fails, our app blocks your traffic and tells you why.',
    },
    quantum: {
      name: 'Post-quantum by default',
      explanation: 'Our app adds an ML-KEM-768 key to WireGuard’s own, one round trip after you connect.',
    },
    unmetered: {
      name: 'Every data center location',
      explanation: 'Unmetered, over WireGuard or OpenVPN. Switch as often as you like.',
    },
    multiHop: {
      name: 'Multi-hop',
      explanation: 'Enter through one server, leave through another, so neither sees both ends.',
    },
    split: {
      name: 'Split tunneling, both ways',
      explanation: 'Keep some apps and networks out of the tunnel, or send only those through it.',
    },
    blocking: {
      name: 'DNS blocking',
      explanation:
        'Block ads, trackers, malware, adult content, gambling and social networks at the DNS level. Optional.',
    },
    obfuscation: {
      name: 'Obfuscation',
      explanation: 'Disguised connections over OpenVPN for networks that block VPNs.',
    },
    devices: {
      name: '10 devices',
      explanation: 'Rename or remove them any time. A removed device is cut off within seconds.',
    },
    configs: {
      name: 'Configs for everything else',
      explanation:
        'WireGuard and OpenVPN configs for phones and routers. WireGuard keys are made on your device.',
    },
  },
  extras: {
    heading: 'Add-ons',
    explanation: 'Available with any active plan.',
    data: 'Residential data',
    dataExplanation:
      'Connect through a home connection. Buy by the gigabyte; it never expires while you have a plan.',
    /** While no package of the app is published. */
    dataWithoutApp: 'Needs our app, which isn’t available to download yet.',
    traffic: 'Residential proxy traffic',
    trafficExplanation:
      'For apps that support HTTP or SOCKS5 proxies. Set country, city and session in the username.',
    address: 'Dedicated IP',
    homeAddress: 'Dedicated residential IP',
    addressExplanation: 'Yours alone for as long as you keep it.',
    gigabyte: '{price} a GB',
    notOnSale: 'Not available right now',
    monthFrom: 'From {price} a month',
    more: 'How it works',
    moreOf: 'How it works: {name}',
  },
  questions: {
    heading: 'Questions about money',
    rows: [
      [
        'How do I get my money back?',
        'Within 30 days of your first payment by card or PayPal, select Request refund on your dashboard home. It goes back the way you paid. You can get one refund in 12 months.',
      ],
      [
        'How do I cancel?',
        'On your dashboard home, select Cancel, and confirm with Cancel renewal. No survey in between. You keep access until the end of the period you paid for.',
      ],
      [
        'What can I pay with?',
        'Card or PayPal through Paddle, or 70+ cryptocurrencies through CoinGate. Crypto adds a 1% fee, is paid up front, doesn’t auto-renew and can’t be refunded.',
      ],
      [
        'How do the free days work?',
        'The monthly plan has them for new customers. You add a card or PayPal and pay nothing until they end. Cancel before then and you’re not charged.',
      ],
      ['Will the price go up later?', 'No. Your plan renews at the price you signed up for.'],
      ['Is there tax?', 'Paddle adds any tax your country requires. You see the total before you pay.'],
    ],
  },
} as const;
