/** Help for `comet set` with each setting. */
export const settingHelp = {
  setProtocol: {
    about: 'Choose the protocol',
    examples: 'comet set protocol automatic\ncomet set protocol openvpn',
  },
  setVariant: {
    about: 'Choose the OpenVPN variant; tls, shadowsocks and obfs4 are obfuscated',
    examples: 'comet set variant tls\ncomet set variant automatic',
  },
  setWireguardOver: {
    about: 'Choose what carries WireGuard, for networks that block WireGuard or UDP',
    examples:
      'comet set wireguard-over scrambled\ncomet set wireguard-over shadowsocks\ncomet set wireguard-over tcp\ncomet set wireguard-over direct\ncomet set wireguard-over automatic',
  },
  setCoverTraffic: {
    about: 'Send dummy packets, to make it harder to guess visited sites from your traffic; uses more data',
    examples: 'comet set cover-traffic on\ncomet set cover-traffic off',
  },
  setPort: {
    about: 'Choose the UDP port for WireGuard, for networks that block others',
    examples: 'comet set port 443\ncomet set port automatic',
  },
  setServer: {
    about: 'Choose the default location',
    examples: 'comet set server nearest\ncomet set server new york\ncomet set server random',
  },
  setDns: {
    about: 'Use custom DNS servers through the tunnel: by IP address, or over TLS, HTTPS or QUIC by URL',
    examples:
      'comet set dns 9.9.9.9 2620:fe::fe\ncomet set dns tls://dns.quad9.net\ncomet set dns https://dns.quad9.net/dns-query\ncomet set dns quic://dns.adguard-dns.com\ncomet set dns default',
  },
  setBlock: {
    about: 'Choose lists of domains to block',
    examples: 'comet set block ads malware\ncomet set block ads adult gambling social\ncomet set block none',
  },
  setAutoConnect: {
    about: 'Connect at startup, and on networks you don’t trust',
    examples: 'comet set auto-connect on',
  },
  setPostQuantum: {
    about: 'Protect traffic recorded today from future quantum computers',
    examples: 'comet set post-quantum off',
  },
  setMetered: {
    about:
      'Choose whether networks count as metered, on which Comet downloads no updates and pauses cover traffic',
    examples: 'comet set metered yes\ncomet set metered automatic',
  },
  setStatistics: {
    about: 'Record sessions and their data on this computer',
    examples: 'comet set statistics off',
  },
  setDataBudget: {
    about: 'Choose how much data a month may use; Comet tells you at 80% and 100%',
    examples: 'comet set data-budget 50GB\ncomet set data-budget off',
  },
} as const;
