/** The networks that the client can join, all behind the same router. */
export const networks = {
  home: {
    router: ['192.168.77.1', '2001:db8:77::1'],
    client: ['192.168.77.10/24', '2001:db8:77::10/64'],
    translated: [],
  },
  cafe: {
    router: ['10.44.0.1', '2001:db8:78::1'],
    client: ['10.44.0.10/24', '2001:db8:78::10/64'],
    translated: ['10.44.0.0/24'],
  },
  /** Unique local addresses (RFC 4193) and an IPv6 default route: the router translates them (NAT66). */
  uniqueLocal: {
    router: ['10.45.0.1', 'fd12:3456:789a::1'],
    client: ['10.45.0.10/24', 'fd12:3456:789a::10/64'],
    translated: ['10.45.0.0/24', 'fd12:3456:789a::/64'],
  },
} as const;
