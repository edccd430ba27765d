/** What people use it for, and where it does not help. */
export const useCasesTexts = {
  title: 'Use cases',
  description: 'What a VPN is good for, what it is not good for, and which way out fits.',
  headline: 'What it is good for, and what not',
  explanation:
    'A VPN moves the place where your traffic becomes public. That helps with some things, and with others it does not.',
  doesNot: 'Where it does not help',
  way: 'The way out that fits',
  cases: [
    {
      slug: 'public-networks',
      title: 'Networks that you do not know',
      description: 'Cafés, trains, hotels, fairs: a tunnel on networks whose owner you do not know.',
      text: 'The operator of a café’s network sees which servers you talk to, may answer your questions for names with lies, and may lend you routes that lead elsewhere. With a tunnel they see one thing: encrypted packets to a gateway.',
      points: [
        [
          'Routes that are handed out do not lead around it',
          'Option 121 of DHCP (TunnelVision) neither leaks nor breaks the tunnel; a test hands them out.',
        ],
        ['Connects by itself', 'On networks that you have not named as trusted, if you want it.'],
        ['Names are asked inside', 'Port 53 elsewhere is refused, on the local network as well.'],
      ],
      fits: 'A datacentre near you. It is the fastest, and the café learns nothing more.',
      limits: 'Pages that you sign in to still know who you are.',
    },
    {
      slug: 'provider-and-state',
      title: 'Providers that read along',
      description:
        'Keep your line’s provider from knowing what you look at, and get through where VPNs are blocked.',
      text: 'Your provider can write down every server that you talk to, and in some countries has to. Through Comet it writes down that you use Comet. Where even that is blocked, OpenVPN can look like TLS, like Shadowsocks or like nothing at all.',
      points: [
        [
          'A ladder of ways',
          'WireGuard first, then OpenVPN by UDP and TCP, then hidden; the app begins with what worked on this network.',
        ],
        [
          'No name in the greeting',
          'Neither the door nor the disguise says in clear which gateway is meant.',
        ],
        ['In at one, out at another', 'Two gateways in two countries, if one country is not enough.'],
      ],
      fits: 'A datacentre in another country, hidden where the network objects.',
      limits:
        'An observer of both ends of a tunnel can compare times. No VPN hides that from an observer who sees everything.',
    },
    {
      slug: 'as-if-at-home',
      title: 'As if you were at home',
      description: 'Your own bank, television or council from abroad, as it is at home.',
      text: 'Banks and broadcasters ask where you come from. With a location in your country you come from there. Where they turn datacentres away, a residential exit comes from a home, and a dedicated address is always the same.',
      points: [
        [
          'You are told what is live',
          'The app lists those exits alone that answer, not those that a brochure counts.',
        ],
        ['A meter that you can see', 'Data is counted to the byte, and you choose what happens at zero.'],
        ['The same address tomorrow', 'A dedicated one is yours for as long as you keep it.'],
      ],
      fits: 'A datacentre at home first; a residential exit or a dedicated address where that is refused.',
      limits:
        'We do not promise any service by name: they change their minds, and their terms are theirs to enforce.',
    },
    {
      slug: 'test-and-research',
      title: 'Testing from elsewhere',
      description:
        'See prices, pages and advertisements as people elsewhere see them, by a proxy with countries and sessions.',
      text: 'A page shows other prices in another city, and another advertisement to another visitor. The residential proxy gives each program its country, city and session by its user name, without an account for each.',
      points: [
        [
          'One grammar for everything',
          'Country, city, session and how long it sticks stand in the user name.',
        ],
        [
          'Limits that hold',
          'Sub-users have limits of their own, and an address list where a password is too much.',
        ],
        ['A usage that you can check', 'Bytes by day and sub-user, the same that the ledger counts.'],
      ],
      fits: 'The residential proxy.',
      limits:
        'Owners of exits agreed to ordinary traffic. Mail ports are closed, abuse is stopped, and terms of others’ sites are yours to keep.',
    },
  ],
} as const;
