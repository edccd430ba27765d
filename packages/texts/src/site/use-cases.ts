import { home, type Party, server, you } from './parties.ts';

/** Common uses, and their limits. */
export const useCasesTexts = {
  title: 'Use cases',
  description: 'What a VPN is good for, what it isn’t, and which kind of exit to choose.',
  headline: 'What a VPN is good for, and what it isn’t',
  explanation:
    'A VPN changes where your traffic joins the public internet. That helps with some things and not with others.',
  doesNot: 'Where it doesn’t help',
  way: 'What to choose',
  help: 'How to set it up:',
  others: 'Other use cases',
  exits: {
    heading: 'Three kinds of exit',
    rows: [
      ['/locations/', 'server', 'A data center', 'Fast, unmetered, in every plan'],
      ['/residential/', 'house', 'A home', 'For sites that block data centers'],
      ['/dedicated/', 'fingerprint', 'A dedicated IP', 'For services that trust a known IP'],
    ],
  },
  cases: [
    {
      slug: 'public-networks',
      title: 'Public Wi-Fi',
      description: 'Cafés, trains, hotels, conferences: stay private on networks you don’t know.',
      text: 'The people who run a café’s network can see which servers you talk to, give you false DNS answers, and hand out routes that divert your traffic. With Comet on, they see one thing: encrypted traffic to our server.',
      parties: [
        you('You, in a coffee shop', 'You'),
        {
          kind: 'network',
          name: 'The shop’s Wi-Fi',
          short: 'Wi-Fi',
          sees: ['That you use Comet, and how much'],
          misses: ['Which sites you visit', 'What you look up'],
        },
        server,
        {
          kind: 'site',
          name: 'The website',
          short: 'Website',
          sees: ['Our server’s IP address', 'Who you are, if you sign in'],
          misses: ['Your own IP address'],
        },
      ] satisfies readonly Party[],
      help: 'captive-portal',
      helpLabel: 'Sign in to hotel and train Wi-Fi',
      points: [
        [
          'Rogue routes can’t get around it',
          'DHCP option 121 (TunnelVision) neither leaks your traffic nor breaks the tunnel. A test hands out such routes.',
        ],
        ['Connects automatically', 'On networks you haven’t marked as trusted, if you turn it on.'],
        [
          'DNS stays inside',
          'Your DNS lookups go through the tunnel. Port 53 anywhere else is blocked, on the local network too.',
        ],
      ],
      fits: 'A data center near you. It’s the fastest, and the café learns nothing more.',
      limits: 'Sites you sign in to still know who you are.',
    },
    {
      slug: 'provider-and-state',
      title: 'Internet providers that watch',
      description:
        'Keep your internet provider from seeing which sites you visit, and get through where VPNs are blocked.',
      text: 'Your provider can record every server you talk to, and in some countries has to. With Comet, it can only record that you use Comet. Where even that is blocked, OpenVPN can look like TLS, like Shadowsocks or like random data.',
      parties: [
        you('You, at home', 'You'),
        {
          kind: 'network',
          name: 'Your internet provider',
          short: 'Provider',
          sees: ['That you use Comet', 'When, and how much'],
          misses: ['Which sites you visit', 'What you look up'],
        },
        server,
        {
          kind: 'site',
          name: 'The website',
          short: 'Website',
          sees: ['Our server’s IP address', 'Who you are, if you sign in'],
          misses: ['Your own IP address and provider'],
        },
      ] satisfies readonly Party[],
      help: 'blocked-network',
      helpLabel: 'Connect where VPNs are blocked',
      points: [
        [
          'Tries the next way automatically',
          'WireGuard over UDP, QUIC and TCP, then OpenVPN over UDP and TCP, then disguised. The app goes back to plain WireGuard as soon as the network allows.',
        ],
        [
          'No server name in the handshake',
          'Neither the ticket check nor the TLS disguise sends a server’s name unencrypted.',
        ],
        ['Multi-hop', 'Two servers in two countries, if one country isn’t enough.'],
      ],
      fits: 'A data center in another country, disguised where the network blocks VPNs.',
      limits:
        'Someone who sees both ends of a tunnel can compare timing. No VPN hides that from an observer who sees everything.',
    },
    {
      slug: 'as-if-at-home',
      title: 'As if you were at home',
      description: 'Your bank, TV and local services from abroad, as if you never left.',
      text: 'Banks and broadcasters check where you connect from. Choose a location in your country and you connect from there. If they block data centers, a residential exit comes from a home, and a dedicated IP stays the same.',
      parties: [
        you('You, abroad', 'You'),
        {
          kind: 'network',
          name: 'The hotel’s network',
          short: 'Hotel',
          sees: ['That you use Comet, and how much'],
          misses: ['Which bank you use', 'What you watch'],
        },
        { ...server, name: 'Our server in your country', short: 'Server' },
        {
          kind: 'site',
          name: 'Your bank or TV',
          short: 'Bank, TV',
          sees: ['A connection from your country', 'Your account, as always'],
          misses: ['The country you’re in'],
        },
      ] satisfies readonly Party[],
      help: 'website-blocks',
      helpLabel: 'Open a site that blocks VPNs',
      points: [
        [
          'You know what’s online',
          'The app shows only the exits that are online, not a number from a brochure.',
        ],
        ['A meter you can see', 'Data is counted to the byte, and you decide what happens when it runs out.'],
        ['The same IP address tomorrow', 'A dedicated IP is yours for as long as you keep it.'],
      ],
      fits: 'A data center in your country first; a residential exit or a dedicated IP if that’s blocked.',
      limits:
        'We don’t promise that a particular service works: they change their minds, and their terms are theirs to enforce.',
    },
    {
      slug: 'test-and-research',
      title: 'Testing from elsewhere',
      description:
        'See prices, pages and ads as people elsewhere see them, through a proxy with countries and sessions.',
      text: 'A page can show other prices in another city, and other ads to another visitor. With the residential proxy, every program chooses its country, city and session in the username, without an account of its own.',
      parties: [
        {
          ...you('Your program', 'Program'),
          note: 'Use HTTPS: a proxy connection isn’t a tunnel.',
          isOutside: true,
        },
        {
          ...server,
          sees: ['The proxy user and its bytes', 'Where its traffic goes, unrecorded'],
        },
        { ...home, name: 'A home in the country you set' },
        {
          kind: 'site',
          name: 'The website',
          short: 'Website',
          sees: ['The home’s IP address', 'How your program behaves'],
          misses: ['Your own IP address'],
        },
      ] satisfies readonly Party[],
      help: 'proxy-curl',
      helpLabel: 'Use the residential proxy with curl',
      points: [
        ['One format for everything', 'Set country, city, session and duration in the username.'],
        [
          'Limits that hold',
          'Give each proxy user a limit, or allow an IP address where a password is too much.',
        ],
        ['Usage you can verify', 'Bytes by day and proxy user, the same numbers your balance is based on.'],
      ],
      fits: 'The residential proxy.',
      limits:
        'Exit owners agreed to ordinary traffic. Email ports are blocked, abuse is stopped, and following other sites’ terms is up to you.',
    },
  ],
} as const;
