/** Pages about problems. */
export const fixingPages = [
  {
    slug: 'no-connection',
    title: 'Fix a connection that doesn’t start',
    summary: 'Seven checks, from the network to the clock.',
    words: 'error fail offline blocked connecting stuck timeout clock',
    related: ['blocked-network', 'captive-portal', 'report'],
  },
  {
    slug: 'slow',
    title: 'Speed up a slow connection',
    summary: 'What costs speed, and what to change first.',
    words: 'speed slow fast bandwidth latency ping',
    related: ['choose-location', 'router', 'report'],
  },
  {
    slug: 'dns',
    title: 'Fix DNS',
    summary: 'You’re connected, but websites don’t open.',
    words: 'dns resolver domain websites names adblock block lists',
    related: ['no-connection', 'split-tunneling', 'install-fedora'],
  },
  {
    slug: 'blocked-network',
    title: 'Connect where VPNs are blocked',
    summary: 'Other protocols and disguises, in the app and with a config.',
    words: 'obfuscation openvpn tls shadowsocks obfs4 china censorship school',
    related: ['captive-portal', 'no-connection', 'slow'],
  },
  {
    slug: 'website-blocks',
    title: 'Open a site that blocks VPNs',
    summary: 'Another location, a home, or an IP address of your own.',
    words: 'netflix streaming captcha bank blocked site country',
    related: ['residential-data', 'dedicated-ip', 'split-tunneling'],
  },
  {
    slug: 'report',
    title: 'Send us a report',
    summary: 'What support needs to help you, without private data.',
    words: 'log support debug diagnostics contact',
    related: ['no-connection', 'slow', 'dns'],
  },
] as const;
