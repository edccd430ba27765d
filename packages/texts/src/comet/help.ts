/** What is wrong with a command line. */
export const usageTexts = {
  usage: '{problem}\nRun `comet --help` for the commands.',
  unknownCommand: 'There is no command “{word}”.',
  didYouMean: 'Did you mean `{command}`?',
  unknownOption: 'This command has no option “{word}”.',
  tooMany: '“{word}” is one word too many.',
  onOrOff: 'Say `comet {command} on` or `comet {command} off`.',
  oneOf: 'Say `comet {command}` and one of {values}.',
  settable: 'Say what to set: protocol, variant, server, dns, block, auto-connect or post-quantum.',
  needsValue: '{option} needs a value.',
  nameForm: '--name takes 1 to 60 characters, none of them invisible.',
  placeForm: 'A location is named in 60 characters at most.',
  notTogether: '{one} and {other} do not go together.',
  dedicatedForm: 'Name one of your dedicated addresses: `comet connect --dedicated 203.0.113.7`.',
  typeForm: 'Say which type: `comet locations --type` {types}.',
  serverForm: 'Say `last`, `nearest`, or a location: a code, country or city.',
  dnsForm: 'Name one to three addresses of resolvers, or `default`.',
  blockForm: 'Name one or more of ads, trackers and malware, or `none`.',
  pauseForm: 'Say how long, from 10 seconds to a day: `comet pause 90s`, `15m` or `2h`.',
  networkForm: 'A network is named in 1 to 60 characters, none of them invisible.',
  splitForm:
    'Say `comet split`, `comet split off`, `exclude` or `include`, or `add-app PATH`, `add-network CIDR`, `remove-app`, `remove-network`.',
  splitApp: 'A program is named by its whole path, such as /usr/bin/firefox.',
  splitNetwork: 'A network is named with its length, such as 203.0.113.0/24.',
  proxyForm:
    'Say `comet proxy`, `comet proxy add PORT COUNTRY sticky`, `comet proxy add PORT COUNTRY rotating` or `comet proxy remove PORT`.',
  proxyPort: 'A port is a number from 1024 to 65535.',
  proxyCountry: 'A country is named by its two letters, such as us, or by `any`.',
  proxyNoCountry:
    'There is no country “{code}”. Countries are named as ISO 3166-1 does: us, or gb for the United Kingdom.',
  commandForm: 'Say which program: `comet {word} COMMAND`.',
  commandUnknown: 'There is no program “{name}”.',
  notItself:
    '“{path}” is a script, and what runs is another program. Name that, or start it with `comet exclude` or `include`.',
  notRunnable: '“{path}” is no program: it cannot be run.',
  notText: 'A word of this command line is not valid UTF-8.',
} as const;

/**
 * The help of `comet` and of each command: a summary line, details, and examples. `comet.json` has
 * them for the command's help, completions and man page.
 */
export const helpTexts = {
  about: 'Private internet from this machine',
  after:
    'Exit codes: 0 done, 1 refused or failed, 2 wrong usage, 3 cometd does not run.\nRun `comet help COMMAND` for one command.',
  /** Sections of the man page, whose lines are paragraphs. */
  manual: {
    commands: { heading: 'COMMANDS' },
    exitStatus: {
      heading: 'EXIT STATUS',
      body: '0: the command did what it says.\n1: the daemon, the account or the network refused it, or it failed. The reason is on standard error.\n2: wrong usage. Nothing was done.\n3: cometd does not run, does not answer, or may not be talked to.\nWhat exclude and include run ends with its own status.',
    },
    environment: {
      heading: 'ENVIRONMENT',
      body: 'COMET_SOCKET: where cometd listens, in place of /run/comet/cometd.sock.\nNO_COLOR: draw no code to scan with comet login.',
    },
  },
  examplesHeading: 'Examples:',
  options: {
    json: 'Print the answer of cometd as JSON',
    verbose: 'Show on standard error what is asked of cometd and how long it takes; alone, the version',
    version: 'Print the version',
    help: 'Print help',
    email: 'Sign in with email and password, which is asked for',
    name: 'What this machine is called among your devices',
    type: 'Only locations of this type',
    via: 'Where to enter, when the traffic is to go through two gateways',
    dedicated: 'Leave by an address of your own',
    watch: 'Print the state again with each change, until you end it',
  },
  values: {
    place: 'A code, country or city; several words are one place',
    onOff: 'on or off',
    network: 'What the network is called',
    duration: 'Seconds, minutes or hours: 90s, 15m, 2h',
    file: 'Where to write it',
    command: 'The program and what it is given',
    program: 'The whole path of a program',
    cidr: 'A network with its length',
    port: 'A port of this machine, from 1024 to 65535',
    country: 'A country by its two letters, or any',
    mode: 'By one exit, or by another with each connection',
    resolvers: 'One to three addresses of resolvers, or default',
    lists: 'One or more of ads, trackers and malware, or none',
    server: 'last, nearest, or a location',
    subcommand: 'The command to explain',
  },
  commands: {
    login: {
      about: 'Sign in, by a code or by email and password',
      examples: 'comet login\ncomet login --email ada@example.com --name laptop',
    },
    logout: { about: 'Sign out and forget this device', examples: 'comet logout' },
    account: {
      about: 'Show who is signed in, and the subscription',
      examples: 'comet account\ncomet account --json',
    },
    locations: {
      about: 'List where traffic can leave',
      examples: 'comet locations\ncomet locations --type native-residential',
    },
    connect: {
      about: 'Connect to a location; without one, to the last or the nearest',
      examples:
        'comet connect\ncomet connect new york\ncomet connect nl-ams --via jp-tyo\ncomet connect --dedicated 203.0.113.7',
    },
    disconnect: { about: 'End the tunnel', examples: 'comet disconnect' },
    status: {
      about: 'Show the state of the tunnel',
      examples: 'comet status\ncomet status --json\ncomet status --watch',
    },
    lockdown: {
      about: 'Let nothing out without a tunnel',
      examples: 'comet lockdown on\ncomet lockdown off',
    },
    lan: {
      about: 'Reach devices of the local network while connected',
      examples: 'comet lan on\ncomet lan off',
    },
    settings: { about: 'Show what is chosen', examples: 'comet settings\ncomet settings --json' },
    set: { about: 'Change a setting', examples: 'comet set protocol wireguard\ncomet set dns 9.9.9.9' },
    setProtocol: {
      about: 'Choose the protocol of the tunnel',
      examples: 'comet set protocol automatic\ncomet set protocol openvpn',
    },
    setVariant: {
      about: 'Choose how OpenVPN’s packets travel; tls, shadowsocks and obfs4 hide what they are',
      examples: 'comet set variant tls\ncomet set variant automatic',
    },
    setServer: {
      about: 'Choose where to connect when no place is named',
      examples: 'comet set server nearest\ncomet set server new york',
    },
    setDns: {
      about: 'Ask these resolvers, through the tunnel',
      examples: 'comet set dns 9.9.9.9 2620:fe::fe\ncomet set dns default',
    },
    setBlock: {
      about: 'Choose lists of names that the gateway does not answer for',
      examples: 'comet set block ads malware\ncomet set block none',
    },
    setAutoConnect: {
      about: 'Connect at the start, and in networks you do not trust',
      examples: 'comet set auto-connect on',
    },
    setPostQuantum: {
      about: 'Give tunnels a second key, against those who record now and compute later',
      examples: 'comet set post-quantum off',
    },
    trust: {
      about: 'Use no tunnel in the network that this machine is in',
      examples: 'comet trust\ncomet trust home',
    },
    distrust: { about: 'Use a tunnel in a network again', examples: 'comet distrust home' },
    pause: { about: 'Take the tunnel down for a while', examples: 'comet pause 15m' },
    resume: { about: 'End the pause', examples: 'comet resume' },
    split: {
      about: 'Show or choose what goes another way than the rest',
      examples: 'comet split\ncomet split exclude\ncomet split add-app /usr/bin/firefox',
    },
    splitOff: { about: 'Send all traffic the same way', examples: 'comet split off' },
    splitExclude: { about: 'Send what is named outside of the tunnel', examples: 'comet split exclude' },
    splitInclude: {
      about: 'Send only what is named through the tunnel',
      examples: 'comet split include',
    },
    splitAddApp: { about: 'Name a program', examples: 'comet split add-app /usr/bin/firefox' },
    splitRemoveApp: {
      about: 'Name a program no longer',
      examples: 'comet split remove-app /usr/bin/firefox',
    },
    splitAddNetwork: { about: 'Name a network', examples: 'comet split add-network 203.0.113.0/24' },
    splitRemoveNetwork: {
      about: 'Name a network no longer',
      examples: 'comet split remove-network 203.0.113.0/24',
    },
    proxy: {
      about: 'Show or choose the ports of this machine that lead to residential exits',
      examples: 'comet proxy\ncomet proxy add 9001 us sticky\ncomet proxy remove 9001',
    },
    proxyList: { about: 'List these ports', examples: 'comet proxy list' },
    proxyAdd: {
      about: 'Open a port on 127.0.0.1, for HTTP and SOCKS5',
      examples: 'comet proxy add 9001 us sticky\ncomet proxy add 9002 any rotating',
    },
    proxyRemove: { about: 'Close a port', examples: 'comet proxy remove 9001' },
    check: {
      about: 'Show how this machine is seen from outside, and whether anything leaks',
      examples: 'comet check',
    },
    report: {
      about: 'Write what support needs, without what is private',
      examples: 'comet report\ncomet report /tmp/report.tar.gz',
    },
    exclude: {
      about: 'Run a program outside of the tunnel',
      examples: 'comet exclude curl https://example.com',
    },
    include: {
      about: 'Run a program through the tunnel',
      examples: 'comet include curl https://example.com',
    },
    update: { about: 'Fetch and verify a newer version, if there is one', examples: 'comet update' },
    help: { about: 'Print help for a command', examples: 'comet help connect' },
  },
} as const;
