/** The sentences about split tunneling. */
export const splitTexts = {
  title: 'Split tunneling',
  modes: {
    off: 'All traffic through the tunnel',
    exclude: 'Exclude some apps',
    include: 'Include only some apps',
  },
  hints: {
    off: 'The list below isn’t used.',
    exclude: 'The apps and networks below are unprotected. Everything else goes through the tunnel.',
    include: 'The apps and networks below, and DNS, go through the tunnel. Everything else is unprotected.',
  },
  counted: { one: '{count} exclusion', other: '{count} exclusions' },
  countedIn: { one: 'Only {count} item included', other: 'Only {count} items included' },
  named: 'Apps and networks',
  noApps: 'None yet.',
  app: 'App',
  addApp: 'Add app',
  menus: 'Installed app',
  choose: 'Choose an app',
  appHint: 'Full path, such as /usr/bin/firefox',
  appForm: 'Enter the full path, such as /usr/bin/firefox.',
  network: 'Network',
  addNetwork: 'Add network',
  networkHint: 'With prefix length, such as 203.0.113.0/24',
  networkForm: 'Enter a network with its prefix length, such as 203.0.113.0/24.',
  /** The current effect of split tunneling, for home and the tray. */
  now: {
    exclude: 'Outside the tunnel: {named}',
    include: 'Only {named} through the tunnel. Everything else is unprotected.',
    held: 'Lockdown blocks these too until the tunnel is up: {named}',
    programs: { exclude: 'apps run with comet exclude', include: 'apps run with comet include' },
    more: '{named} and {count} more',
  },
  restart: 'You may need to restart apps that are already running.',
} as const;
