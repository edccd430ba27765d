/** What people use it for, and where it does not help. */
export const useCasesTexts = {
  title: 'Use cases',
  description: 'What a VPN is good for, what it isn’t, and which kind of exit to choose.',
  headline: 'What a VPN is good for, and what it isn’t',
  explanation:
    'A VPN changes where your traffic joins the public internet. That helps with some things and not with others.',
  doesNot: 'Where it doesn’t help',
  way: 'What to choose',
  cases: [
    {
      slug: 'public-networks',
      title: 'Public Wi-Fi',
      description: 'Cafés, trains, hotels, conferences: stay private on networks you don’t know.',
      text: 'The people who run a café’s network can see which servers you talk to, give you false DNS answers, and hand out routes that divert your traffic. With Comet on, they see one thing: encrypted traffic to our server.',
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
      points: [
        [
          'Tries the next way automatically',
          'WireGuard first, then OpenVPN over UDP and TCP, then disguised. The app goes back to WireGuard as soon as the network allows.',
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
