/** The sentences about split tunnelling. */
export const splitTexts = {
  title: 'Split tunnelling',
  modes: {
    off: 'Everything through the tunnel',
    exclude: 'Some things go outside',
    include: 'Only some things go through it',
  },
  hints: {
    off: 'Nothing that is named below counts.',
    exclude: 'What is named below leaves unprotected. Everything else goes through the tunnel.',
    include:
      'What is named below, and all names that are asked for, go through the tunnel. Everything else leaves unprotected.',
  },
  counted: { one: '{count} thing goes outside', other: '{count} things go outside' },
  countedIn: { one: '{count} thing goes through the tunnel', other: '{count} things go through the tunnel' },
  named: 'What is named',
  noApps: 'Nothing is named yet.',
  app: 'Program',
  addApp: 'Add a program',
  menus: 'Program of the menus',
  choose: 'Choose a program',
  appHint: 'Its whole path, such as /usr/bin/firefox',
  appForm: 'A program is named by its whole path, such as /usr/bin/firefox.',
  network: 'Network',
  addNetwork: 'Add a network',
  networkHint: 'With its length, such as 203.0.113.0/24',
  networkForm: 'A network is named with its length, such as 203.0.113.0/24.',
  /** What split tunnelling does now, for home and the tray. */
  now: {
    exclude: 'Outside the tunnel: {named}',
    include: 'Only {named} through the tunnel. Everything else leaves unprotected.',
    held: 'Lockdown blocks these too, until a tunnel is up: {named}',
    programs: { exclude: 'programs run with comet exclude', include: 'programs run with comet include' },
    more: '{named} and {count} more',
  },
  restart: 'A program that runs already may have to be started again.',
} as const;
