/** The first page. */
export const siteHomeTexts = {
  title: 'A VPN that shows its work',
  description:
    'Comet sends your connection out somewhere else: from a datacentre, from a home, or from an address that is yours alone. Every promise names the test that proves it.',
  headline: 'Cross any border. Leave only light.',
  explanation:
    'Comet sends your connection out somewhere else: from a datacentre, from a home, or from an address that is yours alone.',
  seePlans: 'See plans',
  readTests: 'Read our tests',
  mapLabel: 'A map of the world. A trail of light leads from you, in Berlin, to Tokyo, where you are seen.',
  you: 'You, in Berlin',
  seen: 'Seen in Tokyo',
  facts: {
    kept: {
      headline: 'No connection log',
      explanation:
        'A gateway writes down no address of yours, no destination and no time. After three silent minutes it forgets your address in memory, too.',
    },
    refund: {
      headline: '30 days',
      explanation: 'to change your mind. Request the refund yourself; the money goes back the way it came.',
    },
    data: {
      headline: '{price} a gigabyte',
      explanation: 'through residential exits, metered to the byte, with a stop where you set it.',
    },
  },
  ways: {
    headline: 'Three ways out',
    explanation: 'One account, one app. You choose for each connection where you are seen.',
    datacentre: {
      name: 'From a datacentre',
      explanation: 'Fast, unmetered and part of every plan. The right choice for nearly everything.',
      action: 'All locations',
    },
    home: {
      name: 'From a home',
      explanation: 'A residential line whose owner agreed to it. For pages that turn datacentres away.',
      action: 'How residential works',
    },
    own: {
      name: 'From an address of your own',
      explanation:
        'Nobody else has it while you do, and for 30 days before. For logins that know where you come from.',
      action: 'About your own address',
    },
  },
  proof: {
    headline: 'Believe the tests, not us',
    explanation:
      'A promise that nobody checks is a wish. Ours are run on real tunnels. Each search for a leak has a twin with the rules taken away, which has to find one.',
    rows: {
      leak: {
        claim: 'Nothing leaves outside of the tunnel',
        proof: 'Captured on the wire while the app connects, breaks, sleeps, changes networks and is killed.',
      },
      log: {
        claim: 'A gateway has no list of customers',
        proof: 'It sees a pseudonym that changes each week and is another one at every gateway.',
      },
      quantum: {
        claim: 'What is recorded today stays closed',
        proof: 'A second key by ML-KEM-768 is mixed into WireGuard’s, a round trip after you connect.',
      },
      money: {
        claim: 'The way out is as visible as the way in',
        proof:
          'You cancel, ask for a refund or delete your account yourself, in the dashboard. No call, no chat.',
      },
    },
    action: 'See every proof',
  },
  articles: { headline: 'How it works, in our own words', all: 'All articles' },
  end: {
    headline: 'Try it for {days} days',
    explanation:
      'The monthly plan begins with a trial. After that it is {price} a month, and you have 30 days to take it back.',
    noTrial: 'Plans begin at {price} a month, and you have 30 days to take it back.',
  },
} as const;
