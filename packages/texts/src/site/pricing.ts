/** What everything costs. */
export const pricingTexts = {
  title: 'Pricing',
  description:
    'Every plan has every location, ten devices and all protocols. Prices up front, and a refund that you request yourself within 30 days.',
  headline: 'One product. Longer costs less.',
  explanation: 'Every plan has everything. How long you pay ahead is the only difference.',
  plans: {
    heading: 'Plans',
    months: { one: '1 month', other: '{months} months' },
    aMonth: 'a month',
    paidMonthly: '{price} each month',
    paidOnce: '{price} now, for {months} months',
    saves: '{percent} % less than month by month',
    trial: '{days} days free at first',
    freeMonths: { one: 'and 1 month more on top', other: 'and {months} months more on top' },
    choose: 'Choose',
    chooseLabel: 'Choose the plan of {length}',
  },
  included: {
    heading: 'In every plan',
    rows: [
      ['10 devices at a time', 'Rename them, remove them: one that is removed stops working within seconds.'],
      [
        'Every datacentre location',
        'Without a meter, by WireGuard and OpenVPN, hidden where a network objects.',
      ],
      ['Kill switch, always on', 'Whatever fails on the way holds all traffic back and tells you why.'],
      ['Two gateways in a row', 'In at one, out at the other, so that neither knows both ends.'],
      ['Block lists', 'Advertisements, trackers and malware are not looked up, where you choose it.'],
      [
        'Files for anything else',
        'WireGuard and OpenVPN configurations for routers and phones, with keys made on your machine.',
      ],
    ],
  },
  extras: {
    heading: 'On top, if you need it',
    explanation: 'Both need an active plan.',
    data: 'Residential data',
    dataExplanation:
      'For tunnels that leave by a home. Bought by the gigabyte, good while your plan is active.',
    traffic: 'Residential proxy traffic',
    trafficExplanation:
      'For programs that speak HTTP or SOCKS5, with country, city and session in the user name.',
    address: 'Dedicated address',
    homeAddress: 'Dedicated residential address',
    addressExplanation: 'Yours alone for as long as you keep it.',
    gigabyte: '{price} a GB',
    monthFrom: 'from {price} a month',
    notOnSale: 'not on sale at the moment',
  },
  questions: {
    heading: 'Questions about money',
    rows: [
      [
        'How do I get my money back?',
        'Within 30 days of your first payment by card or PayPal, choose Ask for a refund on the home of your dashboard. The money goes back the way it came.',
      ],
      [
        'How do I cancel?',
        'On the home of your dashboard: Change plan, then your reason, Continue to cancel, and Cancel plan. You keep what you have paid for.',
      ],
      [
        'What can I pay with?',
        'Card and PayPal through Paddle, or one of 70 and more coins through CoinGate. Coins cost 1 % more, are paid ahead, do not renew and are not refunded.',
      ],
      [
        'Do prices go up afterwards?',
        'An order keeps the price that it was sold at. A plan renews at the price that stands on the order.',
      ],
      [
        'Is there tax?',
        'Paddle adds what your country asks for. You see the sum before anything is charged.',
      ],
    ],
  },
} as const;
