import { existsSync } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { readSigner } from '@comet/admission';
import type { ControlPlane } from '../control-plane/start.ts';
import { releasesText } from '../packages/releases-text.ts';
import { inRepository, nodeEnvironment } from '../repository.ts';
import { allOrNothing, type Cleanup } from '../service/cleanup.ts';
import { servesSocket } from '../service/start-service.ts';
import type { Supervisor } from '../service/supervisor.ts';
import type { StateFolder } from '../state/folder.ts';
import { isServingTunnels, isOffered } from './gateway-ready.ts';
import { API_IN_LAB, ECHO_IN_LAB, type StackLab, RELEASES_IN_LAB } from './start-lab.ts';

/** The gateways of the lab: host, location, and the suffix of the interface name. */
const GATEWAYS = [
  { host: 'gw-nl', location: 'nl-ams', short: 'nl' },
  { host: 'gw-jp', location: 'jp-tyo', short: 'jp' },
] as const;

/** The lab's resolver on its internet, used by gateways for their clients. */
const RESOLVER = '203.0.113.53';

/** Rust programs, which may be missing. */
export interface InstalledCrates {
  /** The library preloaded into OpenVPN. */
  readonly udpOffload: string | null;
  /** The listener of provider tunnels. */
  readonly listener: string | null;
  /** The proxy's data plane. */
  readonly relay: string | null;
  readonly dnsFilter: string | null;
  /** WireGuard over TCP and HTTP/3, and scrambled, of gateways and clients. */
  readonly transport: string | null;
  /** DNS over TLS, HTTPS and QUIC, of clients. */
  readonly localResolver: string | null;
}

interface AgentOptions {
  readonly folder: StateFolder;
  readonly stackLab: StackLab;
  readonly supervisor: Supervisor;
  readonly cleanup: Cleanup;
  /** Path of wireguard-go; null if the kernel has WireGuard. */
  readonly wireguardGo: string | null;
  readonly crates: InstalledCrates;
  readonly controlPlane: ControlPlane;
  /** The key whose public half the client's package would contain. */
  readonly releaseSigningKey: string;
  /** The addresses of the API and of the dashboard on this machine. */
  readonly api: string;
  readonly dashboard: string;
}

/** Starts the agents of both gateways and the daemon of the client. The supervisor restarts them, as init does on a real machine. */
export async function startAgents(options: AgentOptions): Promise<void> {
  await allOrNothing(options.cleanup, [
    ...GATEWAYS.map((gateway) => startGateway(gateway, options)),
    startDaemon(options),
  ]);
}

function dataPlanes({ wireguardGo, crates: { udpOffload } }: AgentOptions): Record<string, string> {
  return {
    WIREGUARD_IMPLEMENTATION: 'auto',
    ...(wireguardGo === null ? {} : { WIREGUARD_GO: wireguardGo }),
    ...(udpOffload === null ? {} : { UDP_OFFLOAD: udpOffload }),
  };
}

/** WireGuard over TCP, QUIC and Shadowsocks, and scrambled, at a gateway; none without the program. */
function transports({ crates: { transport } }: AgentOptions): Record<string, string> {
  if (transport === null) return {};
  return {
    WG_TRANSPORTS: 'quic:443,tcp:443,tcp:80,scrambled:443,scrambled:53,scrambled:51820,shadowsocks:8389',
    TRANSPORT_PROGRAM: transport,
  };
}

async function startGateway(gateway: (typeof GATEWAYS)[number], options: AgentOptions): Promise<void> {
  const { folder, stackLab, supervisor } = options;
  const { host, location, short } = gateway;
  const state = join(folder.lab, host);
  await mkdir(state, { recursive: true, mode: 0o700 });
  // A token can be used once; a gateway with an identity needs none.
  const enrolled = existsSync(join(state, 'identity.json'));
  const token = enrolled ? {} : { ENROL_TOKEN: await options.controlPlane.enrolToken(location) };
  const { ipv4, ipv6, uplink } = stackLab.lab.hosts[host];
  const env = {
    ...nodeEnvironment,
    ...dataPlanes(options),
    ...token,
    ...(options.crates.listener === null ? {} : { LISTENER_PROGRAM: options.crates.listener }),
    ...(options.crates.relay === null ? {} : { RELAY_PROGRAM: options.crates.relay }),
    ...(options.crates.dnsFilter === null ? {} : { DNS_FILTER_PROGRAM: options.crates.dnsFilter }),
    API_URL: API_IN_LAB,
    STATE_DIR: state,
    WG_INTERFACE: `wg-${short}-${folder.id}`,
    WG_PORT: '51820',
    ADMISSION_PORT: '443',
    PUBLIC_IPV4: ipv4,
    PUBLIC_IPV6: ipv6,
    UPLINK_INTERFACE: uplink,
    RESOLVER,
    ...transports(options),
    METRICS_PORT: '9465',
    // The lab's internet uses documentation addresses.
    PROXY_EXCEPT: '203.0.113.0/24,2001:db8::/32',
    // One gateway without lists, to show what clients report about it.
    ...(location === 'jp-tyo' ? {} : { BLOCK_LISTS: inRepository('lab/block-lists') }),
  };
  const argv = [process.execPath, inRepository('apps/gateway/src/main.ts')];
  await supervisor.start({
    name: host,
    spawn: (stdio) => stackLab.lab.spawn(host, argv, { env, stdio, detached: true }),
    ready: async () =>
      (await isServingTunnels(stackLab.lab, host)) && (await isOffered(options.api, location)),
    // It starts programs, which would slow the start that it waits for.
    readyPause: 100,
  });
}

async function startDaemon(options: AgentOptions): Promise<void> {
  const { folder, stackLab, supervisor, controlPlane } = options;
  const state = join(folder.lab, 'client');
  await mkdir(state, { recursive: true, mode: 0o700 });
  const trust = join(folder.lab, 'trust.json');
  await writeFile(trust, await controlPlane.trust(), { mode: 0o600 });
  const releases = join(folder.lab, 'releases.json');
  const signer = readSigner(options.releaseSigningKey);
  await writeFile(releases, releasesText(new URL(RELEASES_IN_LAB), 'stable', signer));
  const env = {
    ...nodeEnvironment,
    ...dataPlanes(options),
    COMET_API_URL: API_IN_LAB,
    // Plaintext is safe: the lab's network does not leave this machine.
    COMET_API_PLAINTEXT: '1',
    // The desktop app opens its browser on this machine, outside the lab.
    COMET_DASHBOARD_URL: options.dashboard,
    COMET_TRUST: trust,
    COMET_RELEASES: releases,
    COMET_UPDATE_DIR: join(state, 'updates'),
    // The API sees every call from the lab as from this machine.
    COMET_CHECK_URL: ECHO_IN_LAB,
    COMET_WHOAMI_NAME: 'whoami.comet.test',
    COMET_STATE_DIR: state,
    COMET_SOCKET: stackLab.socket,
    COMET_INTERFACE: stackLab.tunnel,
    COMET_RESOLV_CONF: '/etc/resolv.conf',
    ...(options.crates.transport === null ? {} : { COMET_TRANSPORT: options.crates.transport }),
    ...(options.crates.localResolver === null ? {} : { COMET_RESOLVER: options.crates.localResolver }),
  };
  const argv = [process.execPath, inRepository('apps/daemon/src/main.ts')];
  await supervisor.start({
    name: 'cometd',
    spawn: (stdio) => stackLab.lab.spawn('client', argv, { env, stdio, detached: true }),
    ready: () => servesSocket(stackLab.socket),
  });
}
