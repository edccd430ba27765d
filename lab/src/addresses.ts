import type { LabHost, LabHostName, SiteUrl } from './lab.ts';

/**
 * The address plan. All addresses are private or from documentation ranges (RFC 5737, RFC 3849), so that they cannot be mistaken for real
 * hosts.
 */
export const hostNames: readonly LabHostName[] = [
  'inet',
  'router',
  'gw-nl',
  'gw-jp',
  'client',
  'exit-us',
  'router-de',
  'exit-de',
];

/** Addresses on the bridge "wan" of host `inet`. `backbone` is the next hop of default routes. */
export const internet = {
  echo: { ipv4: '203.0.113.80', ipv6: '2001:db8:0:1::80' },
  otherSite: { ipv4: '203.0.113.81', ipv6: '2001:db8:0:1::81' },
  resolver: { ipv4: '203.0.113.53', ipv6: '2001:db8:0:1::53' },
  api: { ipv4: '203.0.113.10', ipv6: '2001:db8:0:1::10' },
  releases: { ipv4: '203.0.113.11', ipv6: '2001:db8:0:1::11' },
  backbone: { ipv4: '203.0.113.254', ipv6: '2001:db8:0:1::fe' },
} as const;

/** The home network behind the router. */
export const lan = {
  router: { ipv4: '192.168.77.1', ipv6: '2001:db8:77::1' },
  ipv4: '192.168.77.0/24',
  ipv6: '2001:db8:77::/64',
} as const;

/** The home network of `exit-de`: private IPv4 behind a router, no IPv6. */
export const homeDe = {
  router: { ipv4: '192.168.88.1', ipv6: 'fd77:88::1' },
  ipv4: '192.168.88.0/24',
} as const;

export const echoUrl: SiteUrl = {
  ipv4: `http://${internet.echo.ipv4}/`,
  ipv6: `http://[${internet.echo.ipv6}]/`,
  name: 'http://echo.comet.test/',
};

export const otherSiteUrl: SiteUrl = {
  ipv4: `http://${internet.otherSite.ipv4}/`,
  ipv6: `http://[${internet.otherSite.ipv6}]/`,
  name: 'http://other.comet.test/',
};

/** The hosts of the lab `id`, by name. */
export function labHosts(id: string): Record<LabHostName, LabHost> {
  const host = (name: LabHostName, uplink: string, ipv4: string, ipv6: string): LabHost => ({
    name,
    namespace: namespaceName(id, name),
    ipv4,
    ipv6,
    uplink,
  });
  return {
    inet: host('inet', 'wan', internet.echo.ipv4, internet.echo.ipv6),
    router: host('router', 'wan', '203.0.113.1', '2001:db8:0:1::1'),
    'gw-nl': host('gw-nl', 'eth0', '203.0.113.101', '2001:db8:0:1::101'),
    'gw-jp': host('gw-jp', 'eth0', '203.0.113.102', '2001:db8:0:1::102'),
    client: host('client', 'eth0', '192.168.77.10', '2001:db8:77::10'),
    'exit-us': host('exit-us', 'eth0', '203.0.113.111', '2001:db8:0:1::111'),
    'router-de': host('router-de', 'wan', '203.0.113.121', '2001:db8:0:1::121'),
    'exit-de': host('exit-de', 'eth0', '192.168.88.10', 'fd77:88::10'),
  };
}

/** Returns the name of a host's network namespace, as ip-netns(8) lists it; `id` identifies the lab. */
export function namespaceName(id: string, host: LabHostName): string {
  return `comet-${id}-${host}`;
}

/** Returns whether `id` is a valid lab id: no dash, so that no lab's prefix is a prefix of another's. */
export function isLabId(id: string): boolean {
  return /^[a-z0-9]{1,6}$/.test(id);
}

/** Returns the zone comet.test: every name that the lab’s resolvers resolve, without the final dot. */
export function zoneOf(hosts: Record<LabHostName, LabHost>): Record<string, { ipv4: string; ipv6: string }> {
  const address = ({ ipv4, ipv6 }: { ipv4: string; ipv6: string }) => ({ ipv4, ipv6 });
  return {
    'api.comet.test': internet.api,
    'releases.comet.test': internet.releases,
    'echo.comet.test': internet.echo,
    'other.comet.test': internet.otherSite,
    'router.comet.test': address(hosts.router),
    'gw-nl.comet.test': address(hosts['gw-nl']),
    'gw-jp.comet.test': address(hosts['gw-jp']),
  };
}
