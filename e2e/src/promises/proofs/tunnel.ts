import { blockListNames, openvpnVariants } from '@comet/tunnel-protocol';
import { fact, mentions, testNamed, sourceContains } from '../evidence.ts';
import { api, connection, features, leaks, machineAccount } from './test-files.ts';

/** Evidence about tunnels and servers that several sentences share. */

export const noLog = [
  testNamed(`${connection}/privacy.spec.ts`, 'WireGuard traffic leaves no customer data on a gateway'),
  testNamed(
    `${connection}/privacy.spec.ts`,
    'OpenVPN traffic by ${variant} leaves no customer data on a gateway',
  ),
  testNamed(
    'apps/gateway/test/gateway.net.test.ts',
    'neither log nor saved state identifies customers or their addresses',
  ),
] as const;

export const forgets = [
  testNamed(
    'apps/gateway/src/features/peers/peers.test.ts',
    'one change brings any device to the leases, and clears the endpoints of silent peers',
  ),
  sourceContains('apps/gateway/src/features/peers/reconcile.ts', 'older than three minutes'),
] as const;

export const killSwitch = [
  testNamed(
    `${leaks}/transports.spec.ts`,
    '${transport.name}: nothing leaks from the start of the connection until its gateway is killed',
  ),
  testNamed(`${leaks}/controls.spec.ts`, 'without our rules, ${title}'),
] as const;
export const serverDies = testNamed(
  `${leaks}/gateways.spec.ts`,
  'gateway killed: nothing leaks, and the restarted gateway continues the session',
);
export const dataPlaneDies = testNamed(
  'apps/daemon/test/failures.net.test.ts',
  'restarts a killed data plane, and no traffic leaves meanwhile',
);
export const serviceDies = testNamed(
  'apps/daemon/test/failures.net.test.ts',
  'leaves no traffic unprotected, and continues the tunnel after a restart',
);
export const blockedSaysWhy = testNamed(
  'e2e/src/desktop/window.spec.ts',
  'blocks traffic and shows it while every gateway is unreachable, then recovers',
);
export const lockdownAtBoot = testNamed(
  `${leaks}/system-events.spec.ts`,
  'boot under lockdown: comet-lockdown.service blocks traffic until the daemon has a tunnel',
);
export const refusalLifts = testNamed(
  machineAccount,
  'returns to disconnected, with the reason, until the next connect or disconnect',
);
export const refusalUnderLockdown = testNamed(
  machineAccount,
  'stays blocked under lockdown, with the reason',
);

export const tunnelVision = [
  sourceContains(
    `${leaks}/transports.spec.ts`,
    "['foreign routes (TunnelVision, CVE-2024-3661)', underForeignRoutes]",
  ),
  testNamed(`${leaks}/controls.spec.ts`, 'without our rules, ${title}'),
  sourceContains(
    `${leaks}/controls.spec.ts`,
    'the routes of TunnelVision redirect traffic out of the tunnel',
  ),
] as const;
export const dnsInside = [
  testNamed(
    'apps/daemon/src/platform/firewall/firewall-rules.test.ts',
    '$kind: DNS queries are rejected before neighbours or the tunnel are allowed',
  ),
  testNamed('apps/daemon/test/failures.net.test.ts', 'receives no DNS query, by UDP or TCP'),
  testNamed(
    'apps/gateway/test/gateway.net.test.ts',
    "DNS queries reach the operator's resolver, over UDP and TCP",
  ),
] as const;
export const blockLists = [
  testNamed(
    features,
    "a block list blocks its names over UDP and TCP, and the gateway's resolver resolves the others",
  ),
  fact('there are lists of ads, trackers, malware, adult content, gambling and social networks', () =>
    ['ads', 'trackers', 'malware', 'adult', 'gambling', 'social'].every((name) =>
      blockListNames.some((one) => one === name),
    ),
  ),
] as const;

export const seenFromServer = [
  testNamed(
    `${connection}/purchase-and-connect.spec.ts`,
    'connect, in four steps since the payment, with the gateway as source address',
  ),
  testNamed(
    'apps/daemon/test/daemon.net.test.ts',
    'login, connect: all traffic of both families leaves through the gateway',
  ),
] as const;
export const chosenLocation = testNamed(
  'e2e/src/desktop/window.spec.ts',
  'connects to a chosen location, and traffic leaves there',
);
export const fallback = [
  testNamed(
    `${connection}/transports.spec.ts`,
    'falls back to OpenVPN over TCP where no WireGuard passes, and to the same on the next connect',
  ),
  testNamed(
    `${connection}/transports.spec.ts`,
    'falls back to OpenVPN over TLS where UDP and OpenVPN over TCP are blocked',
  ),
] as const;
export const returnsToWireguard = testNamed(
  `${connection}/transports.spec.ts`,
  'returns from the fallback to WireGuard with post-quantum keys after its ports were blocked',
);
export const disguises = [
  testNamed(`${connection}/transports.spec.ts`, 'connects by OpenVPN over ${variant} as configured'),
  fact(
    'three of the variants are disguises',
    () => openvpnVariants.join(' ') === 'udp tcp tls shadowsocks obfs4',
  ),
] as const;
export const noServerName = [
  testNamed(
    'apps/daemon/test/hellos.net.test.ts',
    'connections to the admission endpoint reveal no gateway name, and no other gateway can respond',
  ),
  testNamed(
    'apps/daemon/test/hellos.net.test.ts',
    'stunnel reveals no gateway name, and OpenVPN connects through %s: %i',
  ),
] as const;
export const postQuantum = [
  testNamed(
    features,
    'a tunnel gets a post-quantum PSK by ML-KEM-768 without breaking a connection, and works with it',
  ),
  testNamed(
    'packages/admission/src/post-quantum-psk.test.ts',
    'both ends derive the same key, a new one each time',
  ),
] as const;
export const worksWithoutAccounts = testNamed(
  `${connection}/revocation.spec.ts`,
  'without the control plane, a connected client stays connected and can reconnect',
);

export const tenDevices = [
  mentions('10 devices'),
  sourceContains('apps/api/src/features/devices/device-slots.store.ts', 'export const deviceLimit = 10;'),
  testNamed(
    `${api}/accounts/devices-and-tickets.db.test.ts`,
    'adding twenty devices concurrently results in ten, each with its own slot',
  ),
] as const;
