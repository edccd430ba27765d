import { ownListsHelp } from './own-lists.ts';
import { savedHelp } from './saved-help.ts';
import { settingHelp } from './setting-help.ts';

/**
 * The help of `comet` and of each command: a summary line, details, and examples. `comet.json` has
 * them for the command's help, completions and man page.
 */
export const helpTexts = {
  about: 'VPN for this computer',
  after:
    'Exit codes: 0 success, 1 refused or failed, 2 wrong usage, 3 cometd is not running.\nRun `comet help COMMAND` for help on a command.',
  /** Sections of the man page, whose lines are paragraphs. */
  manual: {
    commands: { heading: 'COMMANDS' },
    exitStatus: {
      heading: 'EXIT STATUS',
      body: '0: success.\n1: the daemon, the account or the network refused the command, or it failed. The reason is on standard error.\n2: wrong usage. Nothing was done.\n3: cometd is not running, not responding, or you don’t have permission to use it.\nexclude, include and portal open return the exit status of the command they run.',
    },
    environment: {
      heading: 'ENVIRONMENT',
      body: 'COMET_SOCKET: the socket of cometd, instead of /run/comet/cometd.sock.\nNO_COLOR: show no QR code with comet login.',
    },
  },
  examplesHeading: 'Examples:',
  options: {
    json: 'Print cometd’s response as JSON',
    verbose:
      'Log requests to cometd and their duration to standard error; without a command, print the version',
    version: 'Print the version',
    help: 'Print help',
    email: 'Sign in with email and password; asks for the password',
    name: 'Name of this device in your account',
    type: 'Show only locations of this type',
    via: 'Entry location for multi-hop',
    ruleName: 'Name of the rule; without one, the current network’s',
    ruleConnect: 'Connect automatically (on), don’t connect (off), or as elsewhere (default)',
    ruleLocation: 'Location on this network, or default',
    ruleTransport: 'Protocol, port or transport on this network, or default',
    ruleLan: 'Allow the local network (on), block it (off), or as elsewhere (default)',
    ruleDns: 'IP addresses of DNS servers, or default',
    dedicated: 'Connect through your dedicated IP',
    details: 'Also show the server’s address, cipher, MTU and last handshake',
    send: 'Show the report, send it to support after you confirm, and print the ticket number',
    month: 'Show only this month: 2026-11',
    sessions: 'List sessions',
    format: 'csv or json; by default csv for a FILE that ends in .csv, else json',
    clear: 'Delete the counts',
    yes: 'Don’t ask for confirmation',
    watch: 'Print the state again at each change, until you stop it',
  },
  values: {
    place: 'A code, country or city, the name of a list, random or fastest; several words are one location',
    onOff: 'on or off',
    network: 'Name of the network',
    profileName: 'Name of a profile',
    profileTo: 'New name',
    site: 'A domain, such as example.com',
    routeTo: 'A location, direct (outside the tunnel) or block',
    routed: 'The site or app of a route',
    proxyLocation: 'Where connections leave: a location’s code or city',
    proxyPort: 'Port from 1024 to 65535; by default the first free one from 8100 on',
    device: 'Name or id of a device in your account',
    duration: 'Seconds, minutes or hours: 90s, 15m, 2h',
    file: 'File to write',
    exportFile: 'File to write, or - for standard output',
    budget: 'Data received and sent in a calendar month, such as 50GB, or off',
    command: 'Command to run, with its arguments',
    program: 'Full path of an app',
    cidr: 'A network with its prefix length',
    port: 'A port of this computer, from 1024 to 65535',
    accessAddition:
      'A SOCKS5 proxy (socks5://USER@ADDRESS:PORT), a Shadowsocks server (ss://…), a bridge text, the https address of a file with one, or - to read it from standard input',
    forwardedPort: 'A port of this computer, from 1 to 65535',
    portProtocol: 'tcp or udp',
    country: 'A two-letter country code, or any',
    mode: 'Same exit for a day, or a new exit for each connection',
    resolvers: 'One to three DNS servers: IP addresses, or URLs with tls://, https:// or quic://; or default',
    lists: 'One or more of ads, trackers, malware, adult, gambling and social, or none',
    blockSource: 'An https URL, which is updated daily, a file, or - for standard input',
    splitDomain: 'A domain; its subdomains belong to it',
    splitServer: 'IP address of the DNS server, on the internet or in your local network',
    ownList: 'The URL or name of a list',
    allowed: 'A domain, or the https URL of a list',
    listName: 'Name of a list; quote a name of several words',
    listed: 'A code, country or city; quote a name of several words',
    server: 'last, nearest, random, the name of a list, or a location',
    subcommand: 'The command to show help for',
  },
  commands: {
    login: {
      about: 'Sign in with a code, or with email and password',
      examples: 'comet login\ncomet login --email ada@example.com --name laptop',
    },
    logout: { about: 'Sign out and forget this device', examples: 'comet logout' },
    account: {
      about: 'Show the account and its plan',
      examples: 'comet account\ncomet account --json',
    },
    devices: {
      about: 'List the devices of the account, or remove one',
      examples: 'comet devices\ncomet devices --json\ncomet devices remove old laptop',
    },
    devicesRemove: {
      about: 'Remove a device from the account and disconnect it',
      examples: 'comet devices remove old laptop\ncomet devices remove 0198c1a2-7d3e-7f00-8b1c-2a4d6e8f0b13',
    },
    locations: {
      about: 'List locations',
      examples: 'comet locations\ncomet locations --type native-residential',
    },
    connect: {
      about: 'Connect to a location, or to the default one',
      examples:
        'comet connect\ncomet connect new york\ncomet connect fastest\ncomet connect random\ncomet connect nl-ams --via jp-tyo\ncomet connect --dedicated 203.0.113.7',
    },
    lists: {
      about: 'Show or change your own lists of locations',
      examples: 'comet lists\ncomet lists add work nl-ams germany\ncomet connect work',
    },
    listsAdd: {
      about: 'Add locations to a list; a new name starts a list',
      examples: 'comet lists add work nl-ams germany',
    },
    listsRemove: {
      about: 'Remove locations from a list, or the whole list',
      examples: 'comet lists remove work nl-ams\ncomet lists remove work',
    },
    ...savedHelp,
    ...ownListsHelp,
    disconnect: { about: 'Disconnect', examples: 'comet disconnect' },
    status: {
      about: 'Show the connection status',
      examples:
        'comet status\ncomet status --json\ncomet status --details\ncomet status --watch\ncomet status --watch --json',
    },
    lockdown: {
      about: 'Block traffic when not connected',
      examples: 'comet lockdown on\ncomet lockdown off',
    },
    lan: {
      about: 'Allow local network access while connected',
      examples: 'comet lan on\ncomet lan off',
    },
    settings: { about: 'Show settings', examples: 'comet settings\ncomet settings --json' },
    set: { about: 'Change a setting', examples: 'comet set protocol wireguard\ncomet set dns 9.9.9.9' },
    ...settingHelp,
    trust: {
      about: 'Trust the current network (don’t connect on it)',
      examples: 'comet trust\ncomet trust home',
    },
    distrust: { about: 'Stop trusting a network', examples: 'comet distrust home' },
    pause: { about: 'Pause the connection for a while', examples: 'comet pause 15m' },
    resume: { about: 'End the pause and connect again', examples: 'comet resume' },
    split: {
      about: 'Show or change split tunneling',
      examples: 'comet split\ncomet split exclude\ncomet split add-app /usr/bin/firefox',
    },
    splitOff: { about: 'Turn off split tunneling', examples: 'comet split off' },
    splitExclude: {
      about: 'Exclude the listed apps and networks from the tunnel',
      examples: 'comet split exclude',
    },
    splitInclude: {
      about: 'Send only the listed apps and networks through the tunnel',
      examples: 'comet split include',
    },
    splitAddApp: { about: 'Add an app to the list', examples: 'comet split add-app /usr/bin/firefox' },
    splitRemoveApp: {
      about: 'Remove an app from the list',
      examples: 'comet split remove-app /usr/bin/firefox',
    },
    splitAddNetwork: {
      about: 'Add a network to the list',
      examples: 'comet split add-network 203.0.113.0/24',
    },
    splitRemoveNetwork: {
      about: 'Remove a network from the list',
      examples: 'comet split remove-network 203.0.113.0/24',
    },
    proxy: {
      about: 'Show or change local proxies to residential exits and locations',
      examples:
        'comet proxy\ncomet proxy add 9001 us sticky\ncomet proxy add-location jp-tyo\ncomet proxy remove 9001',
    },
    proxyList: { about: 'List local proxies', examples: 'comet proxy list' },
    proxyAdd: {
      about: 'Open a local proxy to a residential exit on 127.0.0.1, for HTTP and SOCKS5',
      examples: 'comet proxy add 9001 us sticky\ncomet proxy add 9002 any rotating',
    },
    proxyAddLocation: {
      about: 'Open a local proxy to a location on 127.0.0.1, for HTTP and SOCKS5',
      examples: 'comet proxy add-location jp-tyo\ncomet proxy add-location amsterdam 9003',
    },
    proxyRemove: { about: 'Close a local proxy', examples: 'comet proxy remove 9001' },
    forward: {
      about: 'Show or change ports that are forwarded from the internet to this computer',
      examples: 'comet forward\ncomet forward add tcp 8080\ncomet forward remove tcp 8080',
    },
    forwardList: { about: 'List forwarded ports', examples: 'comet forward list\ncomet forward list --json' },
    forwardAdd: {
      about: 'Forward a port from the internet to this computer while connected',
      examples: 'comet forward add tcp 8080\ncomet forward add udp 51413',
    },
    forwardRemove: { about: 'Stop forwarding a port', examples: 'comet forward remove tcp 8080' },
    api: {
      about: 'Show or change how this computer reaches Comet, for networks that block it',
      examples: 'comet api\ncomet api test\ncomet api add socks5://192.0.2.10:1080\ncomet api use automatic',
    },
    apiStatus: {
      about: 'Show which method works on this network',
      examples: 'comet api status\ncomet api status --json',
    },
    apiTest: { about: 'Try each method, and show the times', examples: 'comet api test' },
    apiAdd: {
      about: 'Add a bridge text, or your own SOCKS5 proxy or Shadowsocks server',
      examples:
        'comet api add socks5://ada@192.0.2.10:1080\ncomet api add -\ncomet api add https://example.com/bridges.txt',
    },
    apiRemove: {
      about: 'Remove your SOCKS5 proxy or Shadowsocks server, or the bridges that you added',
      examples: 'comet api remove socks5\ncomet api remove shadowsocks\ncomet api remove bridge',
    },
    apiUse: {
      about: 'Use only one method, or all of them in turn (automatic)',
      examples: 'comet api use gateway\ncomet api use automatic',
    },
    check: {
      about: 'Show how the internet sees this computer, and check for leaks',
      examples: 'comet check',
    },
    stats: {
      about: 'Show statistics of your sessions, which stay on this computer',
      examples:
        'comet stats\ncomet stats --sessions --month 2026-11\ncomet stats export sessions.csv\ncomet stats forget',
    },
    statsExport: {
      about: 'Write all statistics to a file, as CSV or JSON',
      examples: 'comet stats export sessions.csv\ncomet stats export - --format json',
    },
    statsForget: {
      about: 'Delete all statistics from this computer',
      examples: 'comet stats forget\ncomet stats forget --yes',
    },
    report: {
      about: 'Save a report for support, or send it: without names, addresses, networks and keys',
      examples: 'comet report\ncomet report /tmp/report.tar.gz\ncomet report --send',
    },
    portal: {
      about: 'Check whether this network has a sign-in page, as in hotels and trains',
      examples: 'comet portal\ncomet portal open w3m',
    },
    portalOpen: {
      about: 'Show the sign-in page in a program, which alone may leave for up to ten minutes',
      examples: 'comet portal open w3m\ncomet portal open chromium --incognito --user-data-dir=/tmp/sign-in',
    },
    exclude: {
      about: 'Run a command outside the tunnel',
      examples: 'comet exclude curl https://example.com',
    },
    include: {
      about: 'Run a command through the tunnel',
      examples: 'comet include curl https://example.com',
    },
    update: { about: 'Download and verify an update, if there is one', examples: 'comet update' },
    help: { about: 'Print help for a command', examples: 'comet help connect' },
  },
} as const;
