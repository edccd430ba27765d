import { mailPorts } from '@comet/linux-network';
import { fact, testNamed, sourceContains } from '../evidence.ts';
import { api, payments, residential } from './test-files.ts';

/** Evidence about residential products and dedicated IPs that several sentences share. */

export const gigabytePrice = [
  testNamed(
    `${api}/residential/purchases.db.test.ts`,
    'prices are public, with the countries that have stock',
  ),
  testNamed(
    `${api}/residential/purchases.db.test.ts`,
    'forty gigabytes cost forty dollars, and are added once for repeated payment events',
  ),
] as const;
export const toTheByte = [
  testNamed(
    'apps/gateway/src/features/egress-routes/meter.test.ts',
    'uses leases in order, to the byte, and never more than was leased',
  ),
  testNamed(
    'apps/gateway/src/features/metering/quota-lease-ledger.test.ts',
    'reports every used byte exactly once, despite lost responses, outages and crashes',
  ),
] as const;
export const bothDirections = testNamed(
  'apps/gateway/test/providers.net.test.ts',
  'charges both directions to the quota leases, once',
);
export const atZero = [
  testNamed(
    `${payments}/residential.spec.ts`,
    'residential data: shows balance, usage and locations, and saves the behaviour at zero and the automatic top-up',
  ),
  testNamed(
    'apps/gateway/src/features/egress-routes/egress-routes.test.ts',
    'applies “${whenEmpty}” at zero quota, and returns to the exit when there is quota again',
  ),
] as const;
export const dailyBytes = [
  testNamed(
    `${api}/residential/residential-data.db.test.ts`,
    'reports usage by day, with one ledger entry each and no finer time',
  ),
  sourceContains(
    'apps/api/src/features/residential-data/usage-days.store.ts',
    'on conflict (user_id, product, day, proxy_user_id)',
  ),
] as const;
export const exitIsSeen = testNamed(
  residential,
  'sites and the resolver see the exit in both address families, and its LAN is unreachable',
);
export const neverByGateway = testNamed(
  residential,
  'a lost exit is replaced within five seconds; without another, traffic is refused and never leaves by the gateway',
);
export const onlyLiveExits = [
  testNamed(
    `${api}/gateways/exits.db.test.ts`,
    'an exit creates its location, which is online while it has a live exit',
  ),
  testNamed(
    'apps/daemon/src/gateways/attempts/exit-egress.test.ts',
    'a residential location without an online exit is offline, and has no fallback',
  ),
] as const;
export const exitUsername = testNamed(
  residential,
  'the user name selects the exit and keeps a session’s address, and an invalid parameter is reported',
);
export const sessionLifetime = testNamed(
  'e2e/src/residential/browser-session.spec.ts',
  'a session in the user name keeps its address for its lifetime, then gets another',
);
export const proxyLimit = testNamed(
  `${api}/residential/residential-proxy.db.test.ts`,
  'a user spends at most its monthly limit, and its usage is shown after its removal',
);
export const consent = [
  testNamed(
    `${api}/gateways/exits.db.test.ts`,
    'an invitation enrols one machine, within a week, and only with consent to the current text',
  ),
  testNamed(
    'apps/exit/src/features/commands/commands.test.ts',
    'consent is recorded with its version, name and time, here and at the service',
  ),
] as const;
export const ownersNetwork = testNamed(
  'apps/exit/src/platform/platform.test.ts',
  'blocks the owner’s networks, private networks, mail ports, and the operator’s denied destinations',
);
export const noMail = [
  ownersNetwork,
  testNamed('apps/gateway/src/features/proxy/egress/destination-guard.test.ts', 'allows %s, but no mail'),
  fact('the mail ports are 25, 465 and 587', () => mailPorts.join() === '25,465,587'),
] as const;
export const dedicatedIsAlone = [
  testNamed(residential, 'a dedicated IP works in the tunnel and through the proxy for its customer only'),
  testNamed(
    `${api}/residential/dedicated-races.db.test.ts`,
    'two customers never share an address, nor within thirty days, after any concurrent actions',
  ),
] as const;
