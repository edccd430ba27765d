/**
 * IPv4 networks that are not part of the public internet (IANA's special-purpose registry, RFC 6890), including the metadata addresses of
 * clouds, which serve secrets. The documentation networks are not included: they are not routed.
 */
export const notPublic4: readonly string[] = [
  '0.0.0.0/8',
  '10.0.0.0/8',
  '100.64.0.0/10',
  '127.0.0.0/8',
  '169.254.0.0/16',
  '172.16.0.0/12',
  '192.0.0.0/24',
  '192.168.0.0/16',
  '198.18.0.0/15',
  '224.0.0.0/4',
  '240.0.0.0/4',
  // Azure's WireServer, which has a public address.
  '168.63.129.16/32',
];

/** IPv6 is public inside 2000::/3 only; 6to4 and Teredo inside it are tunnels to any IPv4 address. */
export const notPublic6: readonly string[] = ['2001::/32', '2002::/16'];

/** The ports of mail submission and relay: spam would be attributed to the owner of the source address. */
export const mailPorts: readonly number[] = [25, 465, 587];
