/** The first page. */
export const siteHomeTexts = {
  title: 'A VPN that shows its work',
  description:
    'Comet lets you browse from somewhere else: a data center, a real home, or an IP address only you use. Every promise names the test behind it.',
  headline: 'Cross any border. Leave only light.',
  explanation:
    'Comet lets you browse from somewhere else: a data center, a real home, or an IP address only you use.',
  seePlans: 'See plans',
  readTests: 'Read our tests',
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
      explanation: 'to change your mind. Request the refund yourself; it goes back the way you paid.',
    },
    data: {
      headline: '{price} a gigabyte',
      explanation: 'for residential traffic, metered to the byte. You decide what happens at zero.',
    },
  },
  ways: {
    headline: 'Three ways to connect',
    explanation: 'One account, one app. Choose where you appear each time you connect.',
    datacentre: {
      name: 'From a data center',
      explanation: 'Fast, unmetered and part of every plan. The right choice for almost everything.',
      action: 'See all locations',
    },
    home: {
      name: 'From a home',
      explanation: 'A home connection whose owner agreed to share it. For sites that block data centers.',
      action: 'How residential works',
    },
    own: {
      name: 'From a dedicated IP',
      explanation:
        'Yours alone, and unused for 30 days before you get it. For services that only trust a known IP.',
      action: 'About dedicated IPs',
    },
  },
  proof: {
    headline: 'Trust the tests, not us',
    explanation:
      'Promises are cheap, so we test ours on live tunnels. Every leak test also runs with the protection switched off, and then it must find a leak.',
    rows: {
      leak: {
        claim: 'Nothing leaks outside the tunnel',
        proof:
          'We capture every packet while the app connects, crashes, sleeps, switches networks or is killed.',
      },
      log: {
        claim: 'Our VPN servers have no customer list',
        proof:
          'Over WireGuard, each server sees only a random ID that changes weekly and differs from server to server.',
      },
      quantum: {
        claim: 'Recorded today, still unreadable tomorrow',
        proof: 'Right after you connect, we add a post-quantum key (ML-KEM-768) to WireGuard’s own.',
      },
      money: {
        claim: 'Leaving is as easy as joining',
        proof:
          'Cancel, request a refund or delete your account yourself, in the dashboard. No calls, no chat.',
      },
    },
    action: 'See all the evidence',
  },
  articles: { headline: 'How it works, in our own words', all: 'All articles' },
  end: {
    headline: 'Try it for {days} days',
    explanation:
      'The monthly plan starts with a free trial. Then it’s {price} a month, with 30 days to get your money back.',
    noTrial: 'Plans start at {price} a month, with 30 days to get your money back.',
  },
} as const;
