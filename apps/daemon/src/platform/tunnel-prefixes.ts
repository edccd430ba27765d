/** What gateways give out: RFC 6598's shared addresses, and a /48 of our own by RFC 4193. */
export const tunnelPrefixes = { ipv4: '100.64.0.0/10', ipv6: 'fd00:c0:e7::/48' } as const;
