/** The sentences about the user's own block and allow lists. */
export const ownListsTexts = {
  none: 'No lists of your own.',
  inputName: 'standard input',
  block: 'Blocked: {source} ({state}).',
  allow: 'Allowed: {source} ({state}).',
  names: 'domains: {names}',
  updated: 'domains: {names}, updated {time}',
  waiting: 'downloaded when connected',
  failed: 'The last update failed: {reason}.',
  allowed: 'Allowed domains: {names}.',
  unreadable: 'The file can’t be read: {error}.',
  noneCounted: 'No block lists.',
  count: '{source}: {today} blocked today, {month} in 30 days.',
  countOfGateway: '{source} (Comet DNS): {today} blocked today, {month} in 30 days.',
  notCounting:
    'Lists of Comet DNS aren’t counted right now. They are while this computer looks up names itself: with a block list of your own, an allowed domain, a domain with its own DNS server, or a route for a site.',
  cleared: 'Counts deleted.',
  splitNone: 'No domains with their own DNS server.',
  split: '{domain}: DNS server {server}, through the tunnel.',
  splitLan: '{domain}: DNS server {server}, in your local network.',
  splitBlocked:
    '{domain}: DNS server {server}, in your local network. Not reachable: turn on local network access with `comet lan on`.',
} as const;

/** The help of the commands about own lists. */
export const ownListsHelp = {
  dns: {
    about: 'Show or change your own lists of blocked and allowed domains',
    examples: 'comet dns\ncomet dns block add https://example.com/hosts.txt\ncomet dns allow add example.com',
  },
  dnsBlock: {
    about: 'Show or change your lists of blocked domains',
    examples: 'comet dns block\ncomet dns block add https://example.com/hosts.txt\ncomet dns block update',
  },
  dnsBlockList: { about: 'List your lists', examples: 'comet dns block list\ncomet dns block list --json' },
  dnsBlockAdd: {
    about: 'Add a list: one domain per line, a hosts file, or ad blocker filters',
    examples:
      'comet dns block add https://example.com/hosts.txt\ncomet dns block add blocked.txt\ncomet dns block add -',
  },
  dnsBlockRemove: {
    about: 'Remove a list',
    examples: 'comet dns block remove https://example.com/hosts.txt\ncomet dns block remove blocked.txt',
  },
  dnsBlockUpdate: { about: 'Download all lists with a URL now', examples: 'comet dns block update' },
  dnsAllow: {
    about: 'Show or change domains that no list blocks',
    examples: 'comet dns allow\ncomet dns allow add example.com\ncomet dns allow remove example.com',
  },
  dnsAllowList: {
    about: 'List allowed domains',
    examples: 'comet dns allow list\ncomet dns allow list --json',
  },
  dnsAllowAdd: {
    about: 'Allow domains with their subdomains, or a list of domains',
    examples:
      'comet dns allow add example.com example.org\ncomet dns allow add https://example.com/allowed.txt',
  },
  dnsAllowRemove: {
    about: 'Remove domains, or a list, from those allowed',
    examples: 'comet dns allow remove example.com',
  },
  dnsSplit: {
    about: 'Show or change domains that have their own DNS server',
    examples:
      'comet dns split\ncomet dns split add corp.example 10.0.0.53\ncomet dns split remove corp.example',
  },
  dnsSplitList: { about: 'List the domains', examples: 'comet dns split list\ncomet dns split list --json' },
  dnsSplitAdd: {
    about: 'Look up a domain and its subdomains at this DNS server only',
    examples: 'comet dns split add corp.example 10.0.0.53',
  },
  dnsSplitRemove: { about: 'Remove a domain', examples: 'comet dns split remove corp.example' },
  dnsCounts: {
    about: 'Show how many lookups each list blocked; the counts stay on this computer',
    examples: 'comet dns counts\ncomet dns counts --clear',
  },
} as const;
