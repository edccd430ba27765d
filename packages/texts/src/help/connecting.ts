/** Pages about using the app and the command. */
export const connectingPages = [
  {
    slug: 'connect',
    title: 'Connect and disconnect',
    summary: 'One button, and what the app tells you about your traffic.',
    related: ['choose-location', 'kill-switch', 'no-connection'],
  },
  {
    slug: 'choose-location',
    title: 'Choose a location',
    summary: 'By city, type, distance and load, and one to connect to by default.',
    related: ['residential-data', 'multi-hop', 'slow'],
  },
  {
    slug: 'split-tunneling',
    title: 'Send some apps around the tunnel',
    summary: 'Split tunneling for apps, networks and single commands.',
    related: ['kill-switch', 'command-line', 'website-blocks'],
  },
  {
    slug: 'kill-switch',
    title: 'Block traffic without a tunnel',
    summary: 'The kill switch that’s always on, and lockdown for when you’re not connected.',
    related: ['captive-portal', 'connect', 'split-tunneling'],
  },
  {
    slug: 'multi-hop',
    title: 'Connect through two servers',
    summary: 'Multi-hop: neither server sees both who you are and where you go.',
    related: ['choose-location', 'slow', 'command-line'],
  },
  {
    slug: 'captive-portal',
    title: 'Sign in to hotel and train Wi-Fi',
    summary: 'Pause Comet until the network’s own page has let you in.',
    related: ['kill-switch', 'blocked-network', 'no-connection'],
  },
  {
    slug: 'command-line',
    title: 'Use Comet in a terminal',
    summary: 'Sign in, connect, look and disconnect with the comet command.',
    related: ['install-debian-ubuntu', 'local-proxies', 'report'],
  },
] as const;
