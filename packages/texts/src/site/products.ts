import { home, type Party, server, you } from './parties.ts';

/** The pages about residential exits and dedicated IPs. */
export const residentialPageTexts = {
  title: 'Residential exits',
  description:
    'Browse from a home whose owner agreed to it, through the app or a proxy. Metered to the byte, and you decide what happens when data runs out.',
  headline: 'From a home, with its owner’s consent',
  explanation:
    'Some sites block every data center. A residential exit is a small device in someone’s home: your traffic comes out there, so sites see an ordinary household.',
  price: '{price} a gigabyte',
  onlyProxy:
    'For browsers and programs, through the residential proxy. Data for whole devices needs our app, which isn’t available yet.',
  parties: [
    you('You', 'You'),
    server,
    home,
    {
      kind: 'site',
      name: 'The website',
      short: 'Website',
      sees: ['The home’s IP address', 'Who you are, if you sign in'],
      misses: ['Your own IP address and location'],
    },
  ] satisfies readonly Party[],
  goodFor: {
    heading: 'Good for',
    items: [
      'Sites that refuse every data center',
      'Prices, ads and search results as people there see them',
      'Checking your own site from another city',
    ],
  },
  notFor: {
    heading: 'Not for',
    items: [
      'Large downloads: you pay by the gigabyte, and a home’s upload is slow',
      'Email: ports 25, 465 and 587 are blocked',
      'Anything the owner of the home didn’t agree to',
    ],
  },
  coverage:
    'Sold for over 195 countries. You can use a country while an exit there is online; the status page shows how many are online now.',
  coverageLink: 'See what’s online now',
  priceExplanation: 'Upload and download both count, to the byte. Data never expires while you have a plan.',
  buy: 'See plans',
  whenDataRunsOut: [
    'You decide what happens when data runs out',
    'Either the connection stops, or it continues through a data center. You choose before you connect.',
  ],
  rows: [
    ['You’re never overcharged', 'Data is reserved before it’s used, so nothing is counted twice.'],
    [
      'The owner knows',
      'We record what they agreed to, its version, their name and the time. Owners see each day’s traffic, and can pause, cap or withdraw at any time.',
    ],
    [
      'The exit doesn’t know you',
      'It only sees traffic coming out of our tunnel: no name, and not your IP address. It blocks access to its owner’s own network.',
    ],
    [
      'We only list exits that are online',
      'A location appears once a server has heard from an exit there in the last 90 seconds, and disappears when it hasn’t.',
    ],
    [
      'Exits in a city are always ours',
      'The proxy and locations that cover a whole country may also use a partner’s exits. We ask whether those homes agreed, but can’t prove it.',
    ],
  ],
  rowsHeading: 'What you can rely on',
  anatomy: {
    heading: 'What the username says',
    rows: [
      ['USER', 'Your proxy user'],
      ['-country-us', 'The country, two letters'],
      ['-city-nyc', 'A city, if you want one'],
      ['-session-abc', 'Keeps one home for this name'],
      ['-lifetime-30', 'For 30 minutes, up to a day'],
    ],
  },
  guides: {
    heading: 'Step by step',
    rows: [
      ['proxy-curl', 'curl'],
      ['proxy-python', 'Python'],
      ['proxy-node', 'Node'],
      ['proxy-playwright', 'Playwright'],
      ['local-proxies', 'A local port'],
    ],
  },
  proxyHeading: 'As a proxy, for your own tools',
  proxyExplanation:
    'HTTP, CONNECT and SOCKS5 with one username: set the country, the city and how long to keep the same IP address. Proxy users have their own limits.',
  exampleLabel: 'A request from New York that keeps the same IP address for 30 minutes',
  readMore: 'How consent works, in detail',
} as const;

export const dedicatedPageTexts = {
  title: 'Dedicated IP',
  description: 'An IP address only you use, in a data center or on a home connection, for 1, 6 or 12 months.',
  headline: 'An IP address only you use',
  explanation:
    'A shared IP address carries other people’s reputation. With your own, banks, firewalls and email providers recognize you, and you’ll see fewer CAPTCHAs.',
  pricesHeading: 'Prices',
  compare: {
    heading: 'Shared or dedicated',
    shared: {
      name: 'A shared location',
      text: 'Included in every plan. Many people come out of one IP address.',
      route: ['Many people', 'One IP address', 'The website'],
      sees: ['An IP address that many people use', 'What others did with it before you'],
      misses: ['Which of them you are'],
    },
    own: {
      name: 'A dedicated IP',
      text: 'An add-on. You’re the only one who comes out of it.',
      route: ['You', 'Your own IP', 'The website'],
      sees: ['The same IP address at each visit', 'That nobody else uses it'],
      misses: ['Your IP address at home'],
    },
  },
  goodFor: {
    heading: 'Good for',
    items: [
      'Allowlists: office firewalls, admin panels, databases',
      'Banks and email providers that distrust shared IP addresses',
      'Fewer CAPTCHAs',
    ],
  },
  notFor: {
    heading: 'Not for',
    items: [
      'Blending in: a shared location is better',
      'IPv6: dedicated IPs are IPv4 only',
      'Public servers: our app forwards at most five ports',
    ],
  },
  guide: 'Get and use a dedicated IP, step by step',
  types: { dedicated: 'In a data center', dedicated_residential: 'On a home connection' },
  months: { one: '1 month', other: '{months} months' },
  aMonth: '{price} a month',
  none: 'Dedicated IPs aren’t available right now.',
  rowsHeading: 'What you can rely on',
  rows: [
    ['Never shared', 'When you give an IP up, it rests for 30 days before anyone else can have it.'],
    [
      'In the app and as a proxy',
      'Connect to it like any other location, or use it in other apps with a username and password.',
    ],
    ['We only sell what’s in stock', 'Checkout lists only the countries with a free IP right now.'],
    ['IPv4 only', 'Dedicated IPs don’t have IPv6. If you need it, choose a shared location.'],
    [
      'It makes you easier to recognize',
      'A site you visit from it can tell it’s always the same person. To blend in, share an IP address with others.',
    ],
  ],
  buy: 'See plans',
} as const;
