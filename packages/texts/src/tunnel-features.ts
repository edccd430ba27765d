import type { BlockListName, DaemonSettings } from '@comet/tunnel-protocol';

/** The sentences about what a user can choose beside the location. */
export const featureTexts = {
  help: `  comet set server last|nearest|LOCATION        where to connect when no place is named
  comet set dns ADDRESS… | default              ask these resolvers, through the tunnel
  comet set block ads trackers malware | none   names that the gateway does not answer for
  comet set auto-connect on|off                 connect at the start, and in networks you do not trust
  comet set post-quantum on|off                 a second key, against those who record now and compute later
  comet trust [NAME]                            use no tunnel in the network that this machine is in
  comet distrust NAME                           use one there again
  comet pause 15m                               take the tunnel down for a while (seconds s, minutes m, hours h)
  comet resume                                  end the pause
  comet split                                   what goes another way than the rest
  comet split off|exclude|include               what is named goes outside of the tunnel, or nothing else goes through it
  comet split add-app PATH, add-network CIDR    name a program or a network (remove-app, remove-network)
  comet proxy [list]                            the ports of this machine that lead to residential exits
  comet proxy add PORT COUNTRY sticky|rotating  open one on 127.0.0.1, for HTTP and SOCKS5 (COUNTRY: us, or any)
  comet proxy remove PORT                       close it
  comet check                                   how this machine is seen from outside, and whether anything leaks
  comet report [FILE]                           write what support needs, without what is private
  comet exclude COMMAND                         run a program outside of the tunnel
  comet include COMMAND                         run one through it`,
  serverForm: 'Say `last`, `nearest`, or a location: a code, country or city.',
  server: (server: string) =>
    server === 'last'
      ? 'Where no place is named, Comet connects where it was connected last.'
      : server === 'nearest'
        ? 'Where no place is named, Comet connects to the nearest gateway that has room.'
        : `Where no place is named, Comet connects to ${server} first.`,
  kilometres: (kilometres: number) => `${kilometres} km`,
  milliseconds: (milliseconds: number) => `${milliseconds} ms`,
  load: (percent: number) => `${percent} % busy`,
  dnsForm: 'Name one to three addresses of resolvers, or `default`.',
  blockForm: 'Name one or more of ads, trackers and malware, or `none`.',
  dns: (dns: DaemonSettings['dns']) =>
    dns === null
      ? "Names are asked at the gateway's resolver."
      : `Names are asked at ${dns.servers.join(', ')}.`,
  block: (lists: readonly BlockListName[]) =>
    lists.length === 0 ? 'No names are blocked.' : `Names on these lists are blocked: ${lists.join(', ')}.`,
  missingLists: (lists: readonly BlockListName[]) =>
    `NOT blocked: this gateway does not have ${lists.length === 1 ? 'the list' : 'the lists'} ${lists.join(', ')}. \`comet locations\` shows where there is more.`,
  lacksList: (list: BlockListName) => `no list ${list}`,
  pauseForm: 'Say how long, from 10 seconds to a day: `comet pause 90s`, `15m` or `2h`.',
  networkForm: 'A network is named in 1 to 60 characters, none of them invisible.',
  autoConnect: {
    on: 'Comet connects when this machine starts, and in every network that you do not trust.',
    off: 'Comet connects only when you say so.',
  },
  paused: (until: string) =>
    `Paused until ${until}. Traffic leaves this machine unprotected. \`comet resume\` ends it.`,
  resumed: 'The pause is over. Comet connects again.',
  trusted: (names: readonly string[]) =>
    names.length === 0
      ? 'No network is trusted.'
      : `In these networks there is no tunnel: ${names.join(', ')}. Whoever can take their router’s place is trusted too.`,
  splitForm:
    'Say `comet split`, `comet split off`, `exclude` or `include`, or `add-app PATH`, `add-network CIDR`, `remove-app`, `remove-network`.',
  splitApp: 'A program is named by its whole path, such as /usr/bin/firefox.',
  splitNetwork: 'A network is named with its length, such as 203.0.113.0/24.',
  proxyForm:
    'Say `comet proxy`, `comet proxy add PORT COUNTRY sticky`, `comet proxy add PORT COUNTRY rotating` or `comet proxy remove PORT`.',
  proxyPort: 'A port is a number from 1024 to 65535.',
  proxyCountry: 'A country is named by its two letters, such as us, or by `any`.',
  proxyNoCountry: (code: string) =>
    `There is no country “${code}”. Countries are named as ISO 3166-1 does: us, or gb for the United Kingdom.`,
  proxies: (proxies: DaemonSettings['localProxies']) =>
    proxies.length === 0
      ? 'No port of this machine leads to a residential exit.'
      : proxies
          .map(
            ({ port, country, mode }) =>
              `127.0.0.1:${port} leads to ${country === null ? 'any country' : country}, ${mode === 'sticky' ? 'by one exit for a day, or not at all' : 'by another exit with each connection'}.`,
          )
          .join('\n'),
  commandForm: (word: string) => `Say which program: \`comet ${word} COMMAND\`.`,
  splitStarted: (mode: 'exclude' | 'include') =>
    mode === 'exclude'
      ? 'Split tunnelling is on from now on: what `comet exclude` runs leaves outside of the tunnel. `comet split off` ends it.'
      : 'Split tunnelling is on from now on: only what `comet include` runs goes through the tunnel. `comet split off` ends it.',
  commandUnknown: (name: string) => `There is no program “${name}”.`,
  notItself: (path: string) =>
    `“${path}” is a script, and what runs is another program. Name that, or start it with \`comet exclude\` or \`include\`.`,
  notRunnable: (path: string) => `“${path}” is no program: it cannot be run.`,
  split: ({ mode, apps, networks }: DaemonSettings['splitTunnel']) => {
    const named = [...apps, ...networks].join(', ');
    if (mode === 'off')
      return named === ''
        ? 'All traffic takes the same way.'
        : `All traffic takes the same way. Named for \`comet split exclude\` or \`include\`: ${named}.`;
    if (mode === 'exclude')
      return named === ''
        ? 'Outside of the tunnel goes what `comet exclude` runs.'
        : `Outside of the tunnel go: ${named}.`;
    return named === ''
      ? 'Through the tunnel goes what `comet include` runs, and all names. Everything else leaves unprotected.'
      : `Through the tunnel go: ${named}, and all names. Everything else leaves unprotected.`;
  },
  splitHeld: (named: readonly string[]) =>
    named.length === 0
      ? 'Lockdown blocks what `comet exclude` runs too, until a tunnel is up.'
      : `Lockdown blocks these too, until a tunnel is up: ${named.join(', ')}.`,
  enters: (place: string) => `Traffic enters at ${place}, which does not see where it goes.`,
  quantumResistant: 'Its keys withstand quantum computers too.',
  postQuantum: {
    on: 'Tunnels get a second key that withstands quantum computers, from the next one on.',
    off: 'Tunnels have one key, from the next one on.',
  },
  checking: 'Asking outside',
  seenAs: (family: string, address: string) => `${family}: seen as ${address}`,
  notSeen: (family: string) => `${family}: nothing comes through`,
  askedBy: (askers: readonly string[]) => `Names: asked by ${askers.join(', ')}`,
  verdict: {
    protected: 'Protected: nobody outside sees an address of this machine.',
    leaking:
      'NOT protected: this machine is seen although the tunnel is up. Send us a report: `comet report`.',
    unprotected: 'Not connected: this is how everybody sees this machine.',
    split: 'Split tunnelling sends all but what is named outside, so this says nothing about the tunnel.',
    unknown: 'Nobody outside answers, so nothing can be said.',
  },
  leak: {
    ipv4: 'IPv4 leaves this machine outside of the tunnel.',
    ipv6: 'IPv6 leaves this machine outside of the tunnel.',
    dns: 'Questions for names leave this machine outside of the tunnel.',
  },
  reported: (path: string) =>
    `The report is in ${path}. Read it before you send it: names, addresses and keys are taken out of it.`,
  reportUnwritable: (why: string) => `The report could not be written: ${why}`,
} as const;

/** Why the daemon did not do it. */
export const featureErrorTexts = {
  resolver_not_public:
    'This is no public address. A resolver of the local network would hear every name, outside of the tunnel.',
  nothing_to_pause: 'There is no tunnel to pause.',
  pause_locked_down:
    'Lockdown is on, so a pause would let nothing out. End it first with `comet lockdown off`.',
  not_paused: 'Nothing is paused.',
  network_unknown: 'This machine is in no network that could be told apart from others.',
  network_not_trusted: 'No trusted network has this name. `comet settings` lists them.',
  split_apps_unavailable: 'This machine has no cgroups (version 2), so programs cannot be told apart.',
  split_other_mode:
    'Split tunnelling is set the other way round, by `comet split` or an earlier `comet exclude` or `comet include`. End that with `comet split off`, then try again.',
  split_locked_down:
    'Under lockdown nothing leaves without a tunnel, so not all but a few programs can go outside of it.',
  split_too_wide:
    'This covers too much of the internet. Networks outside the tunnel are /8 or smaller for IPv4 and /16 or smaller for IPv6, also taken together.',
  split_unknown: 'That is not named. `comet split` lists what is.',
  proxy_port_taken: 'Another program listens at this port. Choose another one.',
  proxy_too_many: 'There are 32 such ports already. Close one with `comet proxy remove PORT`.',
  proxy_unknown: 'This port is none of them. `comet proxy` lists them.',
  settings_unreadable: 'This is no file of Comet’s settings that this version can read.',
  not_your_process: 'A program can only be run so by whoever starts it.',
} as const;
