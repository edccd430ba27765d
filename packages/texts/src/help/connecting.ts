/** Pages about using the app and the command. */
export const connectingPages = [
  {
    slug: 'connect',
    title: 'Connect and disconnect',
    summary: 'One button, and what the app tells you about your traffic.',
    words: 'start stop on off button app',
    related: ['choose-location', 'kill-switch', 'no-connection'],
  },
  {
    slug: 'choose-location',
    title: 'Choose a location',
    summary: 'By city, type, distance and load, and one to connect to by default.',
    words: 'server country city favorite nearest fastest random list default',
    related: ['residential-data', 'multi-hop', 'slow'],
  },
  {
    slug: 'split-tunneling',
    title: 'Send some apps around the tunnel',
    summary: 'Split tunneling for apps, networks and single commands.',
    words: 'split tunneling exclude include bypass apps route site domain',
    related: ['kill-switch', 'command-line', 'website-blocks'],
  },
  {
    slug: 'port-forwarding',
    title: 'Let others connect to you',
    summary: 'Forward a port from the internet to a program on your computer.',
    words: 'port forwarding torrent game server natpmp upnp incoming connection',
    related: ['dedicated-ip', 'split-tunneling', 'slow'],
  },
  {
    slug: 'kill-switch',
    title: 'Block traffic without a tunnel',
    summary: 'The kill switch that’s always on, and lockdown for when you’re not connected.',
    words: 'kill switch lockdown leak internet blocked',
    related: ['captive-portal', 'connect', 'split-tunneling'],
  },
  {
    slug: 'multi-hop',
    title: 'Connect through two servers',
    summary: 'Multi-hop: neither server sees both who you are and where you go.',
    words: 'multihop double vpn via entry exit',
    related: ['choose-location', 'slow', 'command-line'],
  },
  {
    slug: 'captive-portal',
    title: 'Sign in to hotel and train Wi-Fi',
    summary: 'Open the network’s page while the rest stays blocked.',
    words: 'hotel train cafe wifi pause login page portal',
    related: ['kill-switch', 'blocked-network', 'no-connection'],
  },
  {
    slug: 'command-line',
    title: 'Use Comet in a terminal',
    summary: 'Sign in, connect, look and disconnect with the comet command.',
    words: 'cli command terminal ssh server shell script',
    related: ['install-debian-ubuntu', 'local-proxies', 'report'],
  },
] as const;
