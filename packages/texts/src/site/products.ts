/** The pages about residential exits and addresses of one’s own. */
export const residentialPageTexts = {
  title: 'Residential exits',
  description:
    'Leave from a home whose owner agreed to it: by tunnel or by proxy, metered to the byte, with a stop where you set it.',
  headline: 'From a home, with its owner’s consent',
  explanation:
    'Some pages turn every datacentre away. A residential exit is a small machine on somebody’s line at home; your traffic leaves there, and the page sees a home.',
  price: '{price} a gigabyte',
  coverage:
    'Sold for over 195 countries. A country can be used while an exit there is live; the status page says how many are live now.',
  coverageLink: 'See what is live now',
  priceExplanation: 'Counted both ways, to the byte. No gigabyte expires while your plan is active.',
  buy: 'See plans',
  rows: [
    [
      'You say what happens at zero',
      'When the data is used up, a session stops, or goes on from a datacentre. You chose which before you connected.',
    ],
    [
      'Nothing is overspent',
      'A gateway takes data in slices out of your balance before it carries them, so no race can spend a byte twice.',
    ],
    [
      'The owner knows',
      'Text, version, name and time of the consent are recorded. Owners see what is carried by day, and pause, cap and withdraw at once.',
    ],
    [
      'The exit does not know you',
      'It sees traffic that comes out of our tunnel: no name, no address of yours. It refuses its owner’s own network.',
    ],
    [
      'Only what is live is listed',
      'A place appears when a gateway has heard from an exit there within 90 seconds, and goes when it has not.',
    ],
  ],
  rowsHeading: 'What you can rely on',
  proxyHeading: 'As a proxy, for programs',
  proxyExplanation:
    'HTTP, CONNECT and SOCKS5 on one user name: country, city, a session that sticks for as long as you say. Sub-users have limits of their own.',
  exampleLabel: 'A request that leaves from New York, with a session that sticks for 30 minutes',
  readMore: 'How consent works, in detail',
} as const;

export const dedicatedPageTexts = {
  title: 'A dedicated address',
  description:
    'An address that nobody else has while you do: in a datacentre or on a residential line, for 1, 6 or 12 months.',
  headline: 'An address that is yours alone',
  explanation:
    'Shared addresses carry other people’s reputation. With one of your own a bank, a firewall or a mail provider knows where you come from, and you are not asked to find traffic lights.',
  pricesHeading: 'Prices',
  types: { dedicated: 'In a datacentre', dedicated_residential: 'On a residential line' },
  months: { one: '1 month', other: '{months} months' },
  aMonth: '{price} a month',
  none: 'No addresses are on sale at the moment.',
  rowsHeading: 'What you can rely on',
  rows: [
    [
      'Never two customers',
      'An address is free, reserved while its order is paid, assigned, then resting for 30 days. Random purchases, refunds and races are run against a real database to hold that.',
    ],
    [
      'By tunnel and by proxy',
      'The app connects to it like to any place; programs use it with a user name and a password.',
    ],
    [
      'Only what is in stock is sold',
      'The checkout shows the countries where an address is free right now, and nothing else.',
    ],
    [
      'IPv4 alone',
      'A dedicated address has no IPv6. Where the other end needs it, choose a shared location.',
    ],
    [
      'It names you less than you think',
      'A site that you use by it can tell that it is always the same person. For anonymity, share an address with others.',
    ],
  ],
  buy: 'See plans',
} as const;
