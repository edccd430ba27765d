/** What everything costs. */
export const pricingTexts = {
  title: 'Pricing',
  description:
    'Every plan has every data center location, 10 devices and all protocols. Prices up front, and a refund you request yourself within 30 days.',
  headline: 'One plan. Pay longer, pay less.',
  explanation: 'Everything is included. The only difference is how long you pay for up front.',
  plans: {
    heading: 'Plans',
    months: { one: '1 month', other: '{months} months' },
    aMonth: 'a month',
    paidMonthly: '{price} billed monthly',
    /** With the free months. */
    paidOnce: '{price} today for {months} months',
    saves: 'Save {percent}%',
    trial: 'First {days} days free',
    freeMonths: { one: '1 month free', other: '{months} months free' },
    choose: 'Choose',
    chooseLabel: 'Choose {length}',
  },
  included: {
    heading: 'In every plan',
    rows: [
      ['10 devices', 'Rename or remove them any time. A removed device is cut off within seconds.'],
      [
        'Every data center location',
        'Unmetered, over WireGuard or OpenVPN, disguised where networks block VPNs.',
      ],
      [
        'A kill switch that’s always on',
        'If the connection fails, your traffic is blocked and we tell you why.',
      ],
      ['Multi-hop', 'Enter through one server, leave through another, so neither sees both ends.'],
      ['Ad and malware blocking', 'Block ads, trackers and malware at the DNS level. Optional.'],
      [
        'Configs for everything else',
        'WireGuard and OpenVPN configs for phones and routers. WireGuard keys are made on your device.',
      ],
    ],
  },
  extras: {
    heading: 'Add-ons',
    explanation: 'Available with any active plan.',
    data: 'Residential data',
    dataExplanation:
      'Connect through a home connection. Buy by the gigabyte; it never expires while you have a plan.',
    traffic: 'Residential proxy traffic',
    trafficExplanation:
      'For apps that support HTTP or SOCKS5 proxies. Set country, city and session in the username.',
    address: 'Dedicated IP',
    homeAddress: 'Dedicated residential IP',
    addressExplanation: 'Yours alone for as long as you keep it.',
    gigabyte: '{price} a GB',
    monthFrom: 'from {price} a month',
    notOnSale: 'not available right now',
  },
  questions: {
    heading: 'Questions about money',
    rows: [
      [
        'How do I get my money back?',
        'Within 30 days of your first payment by card or PayPal, select Request refund on your dashboard home. It goes back the way you paid.',
      ],
      [
        'How do I cancel?',
        'On your dashboard home, select Cancel, and confirm with Cancel renewal. No survey in between. You keep access until the end of the period you paid for.',
      ],
      [
        'What can I pay with?',
        'Card or PayPal through Paddle, or 70+ cryptocurrencies through CoinGate. Crypto adds a 1% fee, is paid up front, doesn’t auto-renew and can’t be refunded.',
      ],
      ['Will the price go up later?', 'No. Your plan renews at the price you signed up for.'],
      ['Is there tax?', 'Paddle adds any tax your country requires. You see the total before you pay.'],
    ],
  },
} as const;
