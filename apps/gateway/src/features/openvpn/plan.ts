import { createHash, X509Certificate } from 'node:crypto';
import { addressesOf, gatewayHost } from '@comet/admission';
import { unixSeconds } from '@comet/foundation';
import { certificatesOf, pemOf, writeOpenvpnServerConfig } from '@comet/tunnel-config';
import type { RunDirectory, RunFile } from '../../platform/files/run-directory.ts';
import type { ProgramName, ProgramSpec } from '../authenticator/index.ts';
import type { ObfuscationSecretsFile } from './secrets.store.ts';
import { serverNetworks } from './server-networks.ts';

/** Configuration of stunnel(8): TLS 1.3 only, so that the certificate, which names the gateway, is encrypted. */
export function stunnelConfig(plan: {
  readonly port: number;
  readonly listenIpv6: boolean;
  readonly tcpPort: number;
  /** Path of a PEM file with the chain and its key. */
  readonly certificate: string;
}): string {
  return [
    'foreground = yes',
    'pid =',
    'syslog = no',
    'debug = 0',
    'socket = l:TCP_NODELAY=1',
    'socket = r:TCP_NODELAY=1',
    'sslVersionMin = TLSv1.3',
    '[openvpn]',
    `accept = ${plan.listenIpv6 ? ':::' : '0.0.0.0:'}${checkedPort(plan.port)}`,
    `connect = 127.0.0.1:${checkedPort(plan.tcpPort)}`,
    `cert = ${checkedValue(plan.certificate)}`,
    'TIMEOUTclose = 0',
    'TIMEOUTidle = 300',
    '',
  ].join('\n');
}

/** Configuration of ss-server(1). The firewall of a gateway or a bridge restricts its destinations: it has no allow list. */
export function shadowsocksConfig(plan: {
  readonly port: number;
  readonly listenIpv6: boolean;
  readonly password: string;
}): string {
  return JSON.stringify({
    server: plan.listenIpv6 ? ['::0', '0.0.0.0'] : '0.0.0.0',
    server_port: checkedPort(plan.port),
    password: plan.password,
    method: 'chacha20-ietf-poly1305',
    mode: 'tcp_only',
    no_delay: true,
    timeout: 300,
  });
}

/** Environment of obfs4proxy as a managed server transport (pt-spec, 3.2). It gets its keys from here and stores none. */
export function obfs4Environment(plan: {
  readonly port: number;
  readonly listenIpv6: boolean;
  readonly tcpPort: number;
  readonly stateDirectory: string;
  readonly keys: { readonly nodeId: string; readonly privateKey: string; readonly drbgSeed: string };
}): Record<string, string> {
  const { nodeId, privateKey, drbgSeed } = plan.keys;
  const options = { 'node-id': nodeId, 'private-key': privateKey, 'drbg-seed': drbgSeed, 'iat-mode': '0' };
  return {
    TOR_PT_MANAGED_TRANSPORT_VER: '1',
    TOR_PT_STATE_LOCATION: plan.stateDirectory,
    TOR_PT_EXIT_ON_STDIN_CLOSE: '1',
    TOR_PT_SERVER_TRANSPORTS: 'obfs4',
    TOR_PT_SERVER_BINDADDR: `obfs4-${plan.listenIpv6 ? '[::]' : '0.0.0.0'}:${checkedPort(plan.port)}`,
    TOR_PT_SERVER_TRANSPORT_OPTIONS: Object.entries(options)
      .map(([name, value]) => `obfs4:${name}=${checkedValue(value)}`)
      .join(';'),
    TOR_PT_ORPORT: `127.0.0.1:${checkedPort(plan.tcpPort)}`,
  };
}

function checkedPort(port: number): number {
  if (!Number.isInteger(port) || port < 1 || port > 65_535) throw new TypeError('refused port');
  return port;
}

/** Checks a path or hexadecimal number: it must contain no character with a meaning in these formats. */
function checkedValue(text: string): string {
  if (!/^[A-Za-z0-9_./-]+$/.test(text)) throw new TypeError('refused value');
  return text;
}

/** Absolute paths; null for a missing program. */
interface OpenvpnPrograms {
  readonly openvpn: string | null;
  readonly stunnel: string | null;
  readonly ssServer: string | null;
  readonly obfs4proxy: string | null;
}

export interface OpenvpnPorts {
  readonly udpPort: number;
  readonly tcpPort: number;
  readonly tlsPort: number;
  readonly shadowsocksPort: number;
  readonly obfs4Port: number;
}

export interface OpenvpnPlan {
  readonly programs: OpenvpnPrograms;
  /** The environment that preloads the UDP offload; empty on a machine without it. */
  readonly preload: Readonly<Record<string, string>>;
  readonly ports: OpenvpnPorts;
  readonly ipv6: boolean;
  readonly links: OpenvpnLinks;
  readonly users: Readonly<Record<ProgramName, number>>;
  readonly certificateChain: string;
  readonly privateKey: string;
  /** 128 bytes. */
  readonly tlsCryptV2ServerKey: Uint8Array;
  readonly obfuscation: ObfuscationSecretsFile;
}

export interface OpenvpnLinks {
  readonly udp: string;
  readonly tcp: string;
}

const environment = { LC_ALL: 'C' };

/** Maximum number of clients of each server; it has sixteen times as many addresses. */
const maxClients = 4_096;

/** The programs to run, with their files. Without OpenVPN no obfuscation runs. */
export function planPrograms(
  plan: OpenvpnPlan,
  directory: Pick<RunDirectory, 'fileAt' | 'programPath'>,
): { readonly files: readonly RunFile[]; readonly programs: readonly ProgramSpec[] } {
  const { programs, ports, ipv6, obfuscation } = plan;
  if (programs.openvpn === null) return { files: [], programs: [] };
  const files: RunFile[] = [];
  const specs: ProgramSpec[] = [];
  const validity = timesOf(plan.certificateChain);
  const file = (reader: ProgramName, name: string, content: string): string => {
    files.push({ name, content, reader: plan.users[reader] });
    return directory.fileAt(name);
  };
  const spec = (
    given: Pick<ProgramSpec, 'name' | 'command' | 'args'> & Partial<ProgramSpec>,
    read: string,
  ): void => {
    const revision = createHash('sha256').update(read).digest('base64url');
    specs.push({ env: environment, management: null, renewal: 'quiet', ...given, revision, ...validity });
  };

  for (const transport of ['udp', 'tcp'] as const) {
    const management = directory.programPath(transport, 'management.sock');
    const config = serverConfig(plan, transport, management);
    spec(
      {
        name: transport,
        command: programs.openvpn,
        // Options after the file override it.
        args: [
          '--config',
          file(transport, `${transport}.conf`, config),
          '--script-security',
          '0',
          '--disable-dco',
          '--verb',
          '0',
        ],
        management,
        env: { ...environment, ...(transport === 'udp' ? plan.preload : {}) },
      },
      config,
    );
  }
  if (programs.stunnel !== null) {
    const certificate = `${plan.certificateChain.trim()}\n${plan.privateKey.trim()}\n`;
    const config = stunnelConfig({
      port: ports.tlsPort,
      listenIpv6: ipv6,
      tcpPort: ports.tcpPort,
      certificate: file('tls', 'door.pem', certificate),
    });
    const args = [file('tls', 'stunnel.conf', config)];
    spec({ name: 'tls', command: programs.stunnel, args, renewal: 'hangup' }, config + certificate);
  }
  if (programs.ssServer !== null) {
    const { shadowsocksPassword: password } = obfuscation;
    const config = shadowsocksConfig({ port: ports.shadowsocksPort, listenIpv6: ipv6, password });
    spec(
      {
        name: 'shadowsocks',
        command: programs.ssServer,
        args: ['-c', file('shadowsocks', 'shadowsocks.json', config)],
      },
      config,
    );
  }
  if (programs.obfs4proxy !== null) {
    const env = obfs4Environment({
      port: ports.obfs4Port,
      listenIpv6: ipv6,
      tcpPort: ports.tcpPort,
      stateDirectory: directory.programPath('obfs4', 'state'),
      keys: obfuscation.obfs4,
    });
    spec({ name: 'obfs4', command: programs.obfs4proxy, args: [], env }, '');
  }
  return { files, programs: specs };
}

function serverConfig(plan: OpenvpnPlan, transport: 'udp' | 'tcp', managementSocket: string): string {
  const written = writeOpenvpnServerConfig({
    transport,
    port: transport === 'udp' ? plan.ports.udpPort : plan.ports.tcpPort,
    listenIpv6: plan.ipv6,
    device: plan.links[transport],
    network4: serverNetworks[transport].ipv4,
    network6: serverNetworks[transport].ipv6,
    dns: [addressesOf(gatewayHost).ipv4],
    certificateChain: certificatesOf(plan.certificateChain) ?? [],
    privateKey: plan.privateKey,
    tlsCryptV2ServerKey: pemOf('OpenVPN tls-crypt-v2 server key', plan.tlsCryptV2ServerKey),
    managementSocket,
    maxClients,
  });
  if (!written.ok) throw new Error(`an OpenVPN server cannot be configured: ${written.error.field}`);
  return written.value;
}

/**
 * Returns when a certificate must be in use, and until when it may be, in unix seconds: after a quarter of its validity, and until a
 * twelfth is left. It is issued when a third of its predecessor's validity is left, so both times coincide unless it is late.
 */
function timesOf(certificateChain: string): Pick<ProgramSpec, 'renewBy' | 'shownUntil'> {
  const { validFromDate, validToDate } = new X509Certificate(certificateChain);
  const life = validToDate.getTime() - validFromDate.getTime();
  return {
    renewBy: unixSeconds(new Date(validFromDate.getTime() + life / 4)),
    shownUntil: unixSeconds(new Date(validToDate.getTime() - life / 12)),
  };
}
